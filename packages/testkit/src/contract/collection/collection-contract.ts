import assert from 'node:assert/strict';
import { aCollection, aPaymentLink } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

/** A moment that no 32-bit number holds. */
const LATE = 1_800_000_000_000;

const mailCases: ReadonlyArray<ContractCase> = [
  {
    title: 'mails of a day are counted up to the most, for each recipient of each corporate',
    run: async (storage) => {
      const count = (whom: string, day: number, tenant = acme) =>
        commit(storage, ({ collections }) => collections.countMail(tenant, whom, day, 2));

      assert.deepEqual(
        [await count('a', 7), await count('a', 7), await count('a', 7)],
        [true, true, false],
      );
      assert.equal(await count('b', 7), true);
      for (const other of others) assert.equal(await count('a', 7, other), true);
      assert.deepEqual(
        [await count('a', 8), await count('a', 7), await count('a', 8)],
        [true, true, false],
      );
    },
  },
  {
    title: 'when mails are counted at once, no more than the limit are allowed',
    run: async (storage) => {
      const counted = await Promise.all(
        Array.from({ length: 8 }, () =>
          commit(storage, ({ collections }) => collections.countMail(acme, 'a', 7, 3)),
        ),
      );

      assert.equal(counted.filter(Boolean).length, 3);
    },
  },
];

const sessionCases: ReadonlyArray<ContractCase> = [
  {
    title: 'a collection session is found by its id, with all that it holds',
    run: async (storage) => {
      const session = aCollection(acme, 1, {
        amount: 999_999_999_999_999 as never,
        description: '₹ “quoted”\n',
        linkId: 'pl_1',
        status: 'complete',
        endedAt: LATE,
        expiresAt: LATE,
        attempts: [
          {
            number: 1,
            state: 'declined',
            card: { brand: 'rupay', last4: '0005' },
            startedAt: LATE,
            declineCode: 'incorrect_cvc',
          },
          {
            number: 2,
            state: 'approved',
            card: { brand: 'visa', last4: '4242' },
            startedAt: LATE,
            authCode: '000042',
          },
        ],
      });
      const { returns: _, ...plain } = aCollection(acme, 2);
      await commit(storage, async ({ collections }) => {
        await collections.addSession(session);
        await collections.addSession(plain);
      });

      await storage.read(async ({ collections }) => {
        assert.deepEqual(await collections.session(acme, 'cs_1'), session);
        assert.deepEqual(await collections.anySession('cs_1'), session);
        assert.deepEqual(await collections.session(acme, 'cs_2'), plain);
        assert.equal(await collections.session(acme, 'cs_3'), undefined);
        assert.equal(await collections.anySession('cs_3'), undefined);
      });
    },
  },
  {
    title: 'a collection session of one tenant is not one of another, and takes none over',
    run: async (storage) => {
      const session = aCollection(acme, 1);
      await commit(storage, ({ collections }) => collections.addSession(session));

      for (const other of others) {
        await storage.read(async ({ collections }) => {
          assert.equal(await collections.session(other, 'cs_1'), undefined);
        });
        await assert.rejects(
          commit(storage, ({ collections }) => collections.addSession(aCollection(other, 1))),
        );
      }
      assert.deepEqual(
        await storage.read(({ collections }) => collections.anySession('cs_1')),
        session,
      );
    },
  },
  {
    title: 'when units write the next step of one session at once, each sees those before it',
    run: async (storage) => {
      await commit(storage, ({ collections }) => collections.addSession(aCollection(acme, 1)));
      const winners = await race(storage, async ({ collections }) => {
        const session = await collections.session(acme, 'cs_1');
        if (session?.status !== 'open') return false;
        await collections.replaceSession({ ...session, status: 'cancelled', sequence: 2 });
        return true;
      });

      assert.equal(winners.length, 1);
      const session = await storage.read(({ collections }) => collections.anySession('cs_1'));
      assert.deepEqual([session?.status, session?.sequence], ['cancelled', 2]);
    },
  },
  {
    title: 'a step that does not follow the stored one is not written',
    run: async (storage) => {
      await commit(storage, async ({ collections }) => {
        await collections.addSession(aCollection(acme, 1));
        await collections.addLink(aPaymentLink(acme, 1));
      });

      for (const sequence of [1, 3])
        await assert.rejects(
          commit(storage, ({ collections }) =>
            collections.replaceSession(aCollection(acme, 1, { status: 'failed', sequence })),
          ),
        );
      await assert.rejects(
        commit(storage, ({ collections }) =>
          collections.replaceLink(aPaymentLink(acme, 1, { status: 'paid', sequence: 3 })),
        ),
      );
      await storage.read(async ({ collections }) => {
        assert.deepEqual(await collections.anySession('cs_1'), aCollection(acme, 1));
        assert.deepEqual(await collections.anyLink('pl_1'), aPaymentLink(acme, 1));
      });
    },
  },
];

const linkCases: ReadonlyArray<ContractCase> = [
  {
    title: 'a payment link is found by its id, in its tenant, and changes step by step',
    run: async (storage) => {
      const link = aPaymentLink(acme, 1, {
        description: 'Deposit',
        email: 'asha@mail.example' as never,
        language: 'hi',
        mailedAt: LATE,
        mails: 1,
      });
      const next = {
        ...link,
        sequence: 2,
        status: 'paid',
        sessionId: 'cs_1',
        endedAt: LATE,
      } as const;
      await commit(storage, ({ collections }) => collections.addLink(link));
      await assert.rejects(
        commit(storage, ({ collections }) => collections.addLink(aPaymentLink(globex, 1))),
      );
      for (const other of others)
        assert.equal(
          await storage.read(({ collections }) => collections.link(other, 'pl_1')),
          undefined,
        );
      await commit(storage, ({ collections }) => collections.replaceLink(next));

      await storage.read(async ({ collections }) => {
        assert.deepEqual(await collections.link(acme, 'pl_1'), next);
        assert.deepEqual(await collections.anyLink('pl_1'), next);
        assert.equal(await collections.anyLink('pl_2'), undefined);
      });
    },
  },
  {
    title: 'payment links of a tenant come newest first, page by page, none of them twice',
    run: async (storage) => {
      const links = [
        aPaymentLink(acme, 1, { createdAt: LATE }),
        aPaymentLink(acme, 2, { createdAt: LATE + 1 }),
        aPaymentLink(acme, 3, { createdAt: LATE }),
      ];
      await commit(storage, async ({ collections }) => {
        for (const link of links) await collections.addLink(link);
        await collections.addLink(aPaymentLink(globex, 4, { createdAt: LATE }));
      });

      await storage.read(async ({ collections }) => {
        const ids: string[] = [];
        let before: { createdAt: number; linkId: string } | undefined;
        for (;;) {
          const page = await collections.links(acme, 2, before);
          ids.push(...page.map(({ linkId }) => linkId));
          before = page.at(-1);
          if (page.length < 2) break;
        }
        assert.deepEqual(ids, ['pl_2', 'pl_3', 'pl_1']);
        assert.deepEqual(await collections.links(acme, 1), [links[1]]);
        for (const other of others.slice(1))
          assert.deepEqual(await collections.links(other, 9), []);
      });
    },
  },
];

export const collectionContract: ReadonlyArray<ContractCase> = [
  ...mailCases,
  ...sessionCases,
  ...linkCases,
];
