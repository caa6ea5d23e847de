import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const TEXT = `pak_tills0001_${SECRET}`;
const ADMIN = 'u-admin';
const TILLS = {
  name: 'tills',
  scopes: ['payments' as const],
  createdByUserId: 'u-admin',
  actsAsUserId: 'u-erp',
  keyId: 'tills0001',
  keyDigest: sha256(SECRET),
};
const DIGESTED: Partial<CorporateInput> = { apiKeys: [TILLS] };

/** A stage whose corporate has a key that came as a digest, and what is there of its keys. */
const openDigested = async (storage: Storage) => {
  const stage = await openStage(storage, DIGESTED);
  const { engine, tenant } = stage;
  return {
    ...stage,
    apply: (acme: Partial<CorporateInput>) => engine.provision(stageDocument(acme)),
    stored: () =>
      storage.read(async ({ access, journal }) => ({
        keys: await access.apiKeysOf(tenant),
        entries: await journal.of(tenant, TILLS.keyId),
      })),
    opens: async (text: string) => (await engine.authenticate(text))._tag === 'Right',
  };
};

export const digestKeyScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a key that comes as a digest opens its corporate, is never returned, and comes again unchanged',
    run: async (storage) => {
      const stage = await openDigested(storage);
      assert.deepEqual(stage.credentials.corporates['acme']?.apiKeys, {});
      const caller = expectRight(await stage.engine.authenticate(TEXT));
      assert.deepEqual(
        [caller.tenant, caller.keyId, caller.actsAsUserId],
        [stage.tenant, 'tills0001', 'u-erp'],
      );
      assert.equal(await stage.opens(`pak_tills0001_${SECRET}0`), false);
      assert.equal(await stage.opens(`pak_tills0001_${TILLS.keyDigest}`), false);

      const before = await stage.stored();
      stage.clock.advance(3_600_000);
      const again = expectRight(await stage.apply(DIGESTED));
      assert.deepEqual([again.corporates['acme']?.apiKeys, again.absent], [{}, []]);
      assert.deepEqual(await stage.stored(), before);
    },
  },
  {
    title:
      'a key that came as a digest is rotated and revoked, and the document does not revive it',
    run: async (storage) => {
      const stage = await openDigested(storage);
      const { engine, tenant } = stage;
      const input = { actorUserId: ADMIN, keyId: TILLS.keyId };
      const rotated = expectRight(await engine.rotateApiKey(tenant, input));
      assert.deepEqual([await stage.opens(TEXT), await stage.opens(rotated.text)], [true, true]);
      expectRight(await engine.revokeApiKey(tenant, input));
      expectRight(await engine.revokeApiKey(tenant, { ...input, keyId: rotated.key.keyId }));
      const before = await stage.stored();
      expectRight(await stage.apply(DIGESTED));
      assert.deepEqual(await stage.stored(), before);
      assert.deepEqual([await stage.opens(TEXT), await stage.opens(rotated.text)], [false, false]);
    },
  },
  {
    title: 'a key that came as a digest is over when a document that suspends names it no longer',
    run: async (storage) => {
      const stage = await openDigested(storage);
      const document = { absent: 'suspend' as const, apiKeys: [] };
      const { absent } = expectRight(await stage.apply(document));
      assert.deepEqual(
        absent.map(({ apiKeys, isEnded }) => [apiKeys, isEnded]),
        [[['tills0001'], true]],
      );
      assert.equal(await stage.opens(TEXT), false);
    },
  },
  {
    title: 'a digest under the id of a key that another corporate has is refused whole',
    run: async (storage) => {
      const stage = await openDigested(storage);
      const before = await stage.stored();
      const [bank = assert.fail()] = stageDocument({ ...DIGESTED, name: 'Changed' }).bankTenants;
      const [acme = assert.fail(), globex = assert.fail()] = bank.corporates;
      const theirs = { ...globex, apiKeys: [{ ...TILLS, keyDigest: sha256(`${SECRET}0`) }] };
      const corporates = [{ ...acme, apiKeys: [] }, theirs];
      const document = { bankTenants: [{ ...bank, corporates }] };
      const { issues } = expectLeft(await stage.engine.provision(document));
      assert.deepEqual(
        issues.map(({ pointer }) => pointer),
        ['/bankTenants/0/corporates/1/apiKeys/0/keyId'],
      );
      assert.deepEqual(await stage.stored(), before);
      assert.equal(await stage.opens(TEXT), true);
    },
  },
];
