import assert from 'node:assert/strict';
import type {
  CollectionSession,
  KeptAnswer,
  PaymentLink,
  RequestKey,
  Storage,
} from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import {
  aCollection,
  anAnswer,
  anEndpoint,
  aPaymentLink,
  aSecretKey,
} from '../../kit/build/records.js';
import { personFactors } from '../../kit/build/factors.js';
import { aSettingsChange } from '../../kit/build/settings.js';
import { acme, globex, type ContractCase } from '../contract-case.js';

const SEALED = { outcomes: ['sealed'], routes: ['POST /sealed'] };

const put = (storage: Storage): Promise<void> =>
  commit(storage, async ({ access, webhookEndpoints, settingsChanges, collections, factors }) => {
    for (const [tenant, n] of [
      [acme, 1],
      [globex, 2],
      [acme, 3],
    ] as const) {
      await access.putSecretKeys([aSecretKey(tenant, n)]);
      await webhookEndpoints.put([anEndpoint(tenant, n)]);
      await settingsChanges.add(aSettingsChange(tenant, n));
      await collections.addSession(aCollection(tenant, n));
      await collections.addLink(aPaymentLink(tenant, n));
      await factors.put(personFactors(tenant, n));
    }
  });

/** Kinds of which there are many; of the authority key there is one. */
const KINDS = [
  'secret_key',
  'webhook_endpoint',
  'settings_change',
  'checkout_session',
  'payment_link',
  'person_factors',
] as const;

export const resealContract: ReadonlyArray<ContractCase> = [
  {
    title: 'records that keep sealed texts come by id, page by page, over all corporates',
    run: async (storage) => {
      await put(storage);
      for (const kind of KINDS) {
        const page = (limit: number, after?: string) =>
          storage.read(({ sealedRecords }) => sealedRecords.page(kind, limit, after));
        const all = await page(9);
        const ids = all.map(({ id }) => id);
        assert.equal(ids.length, 3);
        assert.deepEqual(ids, ids.toSorted());
        assert.deepEqual(await page(2), all.slice(0, 2));
        assert.deepEqual(await page(2, ids[1]), all.slice(2));
        assert.deepEqual(await page(2, ids[2]), []);
      }
      const [key] = await storage.read(({ sealedRecords }) => sealedRecords.page('secret_key', 1));
      assert.deepEqual(key?.record, aSecretKey(acme, 1));
    },
  },
  {
    title: 'a record is replaced only as long as it is the one that was read',
    run: async (storage) => {
      await put(storage);
      const [one, two] = await storage.read(({ sealedRecords }) =>
        sealedRecords.page('secret_key', 2),
      );
      assert.ok(one !== undefined && two !== undefined);
      const revoked = { ...one.record, revokedAt: one.record.createdAt + 1 };
      await commit(storage, ({ access }) => access.putSecretKeys([revoked]));
      const changes = [one, two].map((kept) => ({
        ...kept,
        record: { ...kept.record, sealedSecret: 'anew' },
      }));
      const replace = () =>
        commit(storage, ({ sealedRecords }) => sealedRecords.replace('secret_key', changes));
      assert.equal(await replace(), 1);
      assert.equal(await replace(), 0);
      const keys = await storage.read(({ access }) =>
        access.secretKeys([one.record.keyId, two.record.keyId]),
      );
      const byId = new Map(keys.map((key) => [key.keyId, key]));
      assert.deepEqual(byId.get(one.record.keyId), revoked);
      assert.deepEqual(byId.get(two.record.keyId), { ...two.record, sealedSecret: 'anew' });
    },
  },
  {
    title: 'a replaced record of each kind is read with its new texts',
    run: async (storage) => {
      await put(storage);
      for (const kind of ['webhook_endpoint', 'checkout_session', 'payment_link'] as const) {
        const page = () => storage.read(({ sealedRecords }) => sealedRecords.page(kind, 1));
        const [one] = await page();
        assert.ok(one !== undefined);
        const member = kind === 'webhook_endpoint' ? 'sealedSecret' : 'sealedToken';
        const changed = { ...one, record: { ...one.record, [member]: 'anew' } };
        await commit(storage, ({ sealedRecords }) => sealedRecords.replace(kind, [changed]));
        assert.deepEqual((await page())[0]?.record, changed.record);
      }
    },
  },
  {
    title:
      'the factors of a person that are replaced are a revision later: a unit that read them before runs again, and keeps the new texts',
    run: async (storage) => {
      await put(storage);
      const [one] = await storage.read(({ sealedRecords }) =>
        sealedRecords.page('person_factors', 1),
      );
      assert.ok(one !== undefined);
      const { record } = one;
      const factors = record.factors.map((factor) => ({ ...factor, sealedSecret: 'anew' }));
      const resealed = { ...record, revision: record.revision + 1, factors } as typeof record;
      await commit(storage, ({ sealedRecords }) =>
        sealedRecords.replace('person_factors', [{ ...one, record: resealed }]),
      );
      let runs = 0;
      const used = await commit(storage, async (stores) => {
        const found = await stores.factors.find(acme, record.userId);
        const held = (runs += 1) === 1 ? record : (found ?? record);
        const next = { ...held, revision: held.revision + 1, guesses: { since: 1, wrong: 1 } };
        await stores.factors.put(next);
        return next;
      });
      assert.equal(runs, 2);
      const now = await storage.read((stores) => stores.factors.byId(record.id));
      assert.deepEqual(now, used);
      assert.deepEqual(used, { ...resealed, revision: 3, guesses: { since: 1, wrong: 1 } });
    },
  },
  {
    title:
      'a unit that read a session or a link before its token was sealed anew runs again, and keeps the new text',
    run: async (storage) => {
      await put(storage);
      for (const kind of ['checkout_session', 'payment_link'] as const) {
        const [one] = await storage.read(({ sealedRecords }) => sealedRecords.page(kind, 1));
        assert.ok(one !== undefined);
        const anew = { ...one, record: { ...one.record, sealedToken: 'anew' } };
        await commit(storage, ({ sealedRecords }) => sealedRecords.replace(kind, [anew]));
        const written: string[] = [];
        await commit(storage, async ({ collections }) => {
          const held = written.length === 0 ? one.record : anew.record;
          written.push(held.sealedToken);
          const next = { ...held, sequence: held.sequence + 1 };
          await (kind === 'payment_link'
            ? collections.replaceLink(next as PaymentLink)
            : collections.replaceSession(next as CollectionSession));
        });
        assert.deepEqual(written, [one.record.sealedToken, 'anew']);
      }
    },
  },
  {
    title: 'answers with sealed texts are found among all, each look bounded by what it looks at',
    run: async (storage) => {
      const answers = [
        anAnswer(acme, 'a', { outcome: 'sealed', route: 'GET /x' }),
        anAnswer(acme, 'b'),
        anAnswer(acme, 'c', { route: 'POST /sealed' }),
        anAnswer(globex, 'a'),
        anAnswer(globex, 'b', { outcome: 'sealed' }),
      ];
      await commit(storage, ({ idempotency }) => idempotency.add(answers));
      const found: KeptAnswer[] = [];
      let looks = 0;
      for (let after: RequestKey | undefined; ;) {
        const from = after;
        const page = await storage.read(({ idempotency }) => idempotency.sealed(SEALED, 2, from));
        found.push(...page.found);
        looks += page.looked;
        after = page.last;
        if (page.looked < 2) break;
      }
      assert.equal(looks, 5);
      const names = found.map(({ tenant, key }) => `${tenant.corporateTenantId} ${key}`);
      assert.deepEqual(names.toSorted(), ['acme a', 'acme c', 'globex b']);
      assert.deepEqual(
        found.find(({ tenant, key }) => tenant.corporateTenantId === 'acme' && key === 'a'),
        answers[0],
      );
    },
  },
  {
    title: 'the body of an answer is replaced only as long as it is the one that was read',
    run: async (storage) => {
      const [one, two] = [anAnswer(acme, 'a'), anAnswer(acme, 'b')];
      await commit(storage, ({ idempotency }) => idempotency.add([one, two]));
      const reseal = (...changes: ReadonlyArray<readonly [KeptAnswer, string]>) =>
        commit(storage, ({ idempotency }) =>
          idempotency.reseal(changes.map(([was, body]) => ({ was, body }))),
        );
      assert.equal(await reseal([one, 'anew'], [{ ...two, body: 'another' }, 'anew']), 1);
      assert.equal(await reseal([one, 'late']), 0);
      const kept = await storage.read(({ idempotency }) => idempotency.find([one, two]));
      const bodies = new Map(kept.map(({ key, body }) => [key, body]));
      assert.deepEqual([bodies.get('a'), bodies.get('b')], ['anew', two.body]);
    },
  },
];
