import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import { aChallenge, anUpload, aSession } from '../../kit/build/records.js';
import { aBank, aCorporate, aUser } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, sortedBy, type ContractCase } from '../contract-case.js';
import { race, RIVALS } from '../race.js';

/** A moment that no 32-bit number holds. */
const LATE = 1_800_000_000_000;

const ids = (tried: ReadonlyArray<{ readonly challenge: { readonly challengeId: string } }>) =>
  tried.map(({ challenge }) => challenge.challengeId);

const challengeCases: ReadonlyArray<ContractCase> = [
  {
    title: 'challenges of an address come newest first, no more than are asked for',
    run: async (storage) => {
      const [third, first, second] = [3, 1, 2].map((n) =>
        aChallenge(n, { addressKey: 'a', sequence: n, createdAt: LATE, expiresAt: LATE + 1 }),
      );
      await commit(storage, async ({ portal }) => {
        for (const one of [third, first, second]) if (one) await portal.addChallenge(one);
        await portal.addChallenge(aChallenge(4, { addressKey: 'b' }));
      });

      await storage.read(async ({ portal }) => {
        assert.deepEqual(await portal.latestChallenges('a', 2), [
          { challenge: third, tries: 0 },
          { challenge: second, tries: 0 },
        ]);
        assert.deepEqual(ids(await portal.latestChallenges('a', 10)), ['lc_3', 'lc_2', 'lc_1']);
        assert.deepEqual(await portal.latestChallenges('c', 10), []);
      });
    },
  },
  {
    title: 'tries are counted up to the limit, and not once the challenge is over',
    run: async (storage) => {
      const challenge = aChallenge(1, { expiresAt: LATE });
      await commit(storage, ({ portal }) => portal.addChallenge(challenge));
      const tried = (now: number) =>
        commit(storage, ({ portal }) => portal.countTry('lc_1', 2, now));

      assert.deepEqual(await tried(LATE), undefined);
      assert.deepEqual(await tried(LATE - 1), challenge);
      assert.deepEqual(await tried(0), challenge);
      assert.deepEqual(await tried(0), undefined);
      assert.deepEqual(
        await commit(storage, ({ portal }) => portal.countTry('lc_9', 2, 0)),
        undefined,
      );
      assert.deepEqual(await storage.read(({ portal }) => portal.challenge('lc_1')), {
        challenge,
        tries: 2,
      });
    },
  },
  {
    title: 'a challenge is used once, and no try counts any more',
    run: async (storage) => {
      await commit(storage, ({ portal }) => portal.addChallenge(aChallenge(1)));
      const use = (id: string) => commit(storage, ({ portal }) => portal.useChallenge(id, LATE));

      assert.deepEqual(
        [await use('lc_1'), await use('lc_1'), await use('lc_2')],
        [true, false, false],
      );
      assert.equal(await commit(storage, ({ portal }) => portal.countTry('lc_1', 5, 0)), undefined);
      const known = await storage.read(({ portal }) => portal.challenge('lc_1'));
      assert.deepEqual([known?.tries, known?.usedAt], [0, LATE]);
    },
  },
  {
    title: 'when units try codes at once, no more are compared than there are tries',
    run: async (storage) => {
      await commit(storage, ({ portal }) => portal.addChallenge(aChallenge(1)));
      const winners = await race(
        storage,
        async ({ portal }) => (await portal.countTry('lc_1', 3, 0)) !== undefined,
      );

      assert.equal(winners.length, 3);
    },
  },
  {
    title: 'when units use one challenge at once, one succeeds',
    run: async (storage) => {
      await commit(storage, ({ portal }) => portal.addChallenge(aChallenge(1)));
      const winners = await race(storage, ({ portal }) => portal.useChallenge('lc_1', 1));

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'when units add the next challenge of an address at once, each sees those before it',
    run: async (storage) => {
      const seen: number[] = [];
      const winners = await race(storage, async ({ portal }, rival) => {
        const [last] = await portal.latestChallenges('a', 1);
        const sequence = (last?.challenge.sequence ?? 0) + 1;
        await portal.addChallenge(aChallenge(rival, { addressKey: 'a', sequence }));
        seen[rival] = sequence;
        return true;
      });

      assert.deepEqual(winners, RIVALS);
      assert.deepEqual(
        seen.toSorted((a, b) => a - b),
        [1, 2, 3, 4],
      );
    },
  },
];

const sessionCases: ReadonlyArray<ContractCase> = [
  {
    title: 'a session is found by its id until it is ended, and ended once',
    run: async (storage) => {
      const [one, other] = [
        aSession(acme, 1, { createdAt: LATE, expiresAt: LATE + 1 }),
        aSession(globex, 2),
      ];
      await commit(storage, async ({ portal }) => {
        await portal.addSession(one);
        await portal.addSession(other);
      });
      const end = () => commit(storage, ({ portal }) => portal.endSession('session-1'));

      assert.deepEqual(await storage.read(({ portal }) => portal.session('session-1')), one);
      assert.deepEqual([await end(), await end()], [true, false]);
      await storage.read(async ({ portal }) => {
        assert.equal(await portal.session('session-1'), undefined);
        assert.deepEqual(await portal.session('session-2'), other);
      });
    },
  },
  {
    title: 'a session cannot take over another one',
    run: async (storage) => {
      await commit(storage, ({ portal }) => portal.addSession(aSession(acme, 1)));

      await assert.rejects(commit(storage, ({ portal }) => portal.addSession(aSession(globex, 1))));
      assert.deepEqual(
        await storage.read(({ portal }) => portal.session('session-1')),
        aSession(acme, 1),
      );
    },
  },
  {
    title: "the list of a person's sessions holds no other person's sessions",
    run: async (storage) => {
      await commit(storage, async ({ portal }) => {
        await portal.addSession(aSession(acme, 2));
        await portal.addSession(aSession(acme, 1, { expiresAt: 1 }));
        await portal.addSession(aSession(acme, 3, { userId: 'user-2' as never }));
        await portal.addSession(aSession(globex, 4));
      });

      const of = (tenant: Tenant, userId: string) =>
        storage.read(({ portal }) => portal.sessionsOf(tenant, userId as never));
      assert.deepEqual(await of(acme, 'user-1'), [
        aSession(acme, 1, { expiresAt: 1 }),
        aSession(acme, 2),
      ]);
      assert.deepEqual(await of({ ...acme, bankTenantId: 'other' as never }, 'user-1'), []);
      assert.deepEqual(await of(acme, 'user-9'), []);
    },
  },
  {
    title: 'the latest use of a session is kept, in any order of writing',
    run: async (storage) => {
      const [one, other] = [aSession(acme, 1), aSession(acme, 2)];
      await commit(storage, async ({ portal }) => {
        await portal.addSession(one);
        await portal.addSession(other);
      });
      const note = (...uses: ReadonlyArray<readonly [string, number]>) =>
        commit(storage, ({ portal }) =>
          portal.noteSessionUses(uses.map(([sessionId, usedAt]) => ({ sessionId, usedAt }))),
        );
      await note(
        ['session-1', LATE + 1],
        ['session-1', LATE],
        ['session-9', LATE],
        ['session-2', 1],
      );
      await note(['session-1', LATE - 1]);
      await note();

      await storage.read(async ({ portal }) => {
        assert.deepEqual(await portal.session('session-1'), { ...one, usedAt: LATE + 1 });
        assert.deepEqual(await portal.session('session-2'), other);
        assert.equal(await portal.session('session-9'), undefined);
      });
    },
  },
  {
    title: 'a session can be confirmed, and an ended one stays ended',
    run: async (storage) => {
      await commit(storage, ({ portal }) => portal.addSession(aSession(acme, 1)));
      await commit(storage, ({ portal }) => portal.confirmSession('session-1', LATE));
      await commit(storage, ({ portal }) => portal.confirmSession('session-9', LATE));

      await storage.read(async ({ portal }) => {
        assert.equal((await portal.session('session-1'))?.confirmedAt, LATE);
        assert.equal(await portal.session('session-9'), undefined);
      });
    },
  },
  {
    title: 'when units end one session at once, one succeeds',
    run: async (storage) => {
      await commit(storage, ({ portal }) => portal.addSession(aSession(acme, 1)));
      const winners = await race(storage, ({ portal }) => portal.endSession('session-1'));

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'expired records, and no others, are deleted a few at a time, the oldest first',
    run: async (storage) => {
      await commit(storage, async ({ portal }) => {
        for (const n of [1, 2, 3, 4]) {
          await portal.addChallenge(aChallenge(n, { expiresAt: LATE + n }));
          await portal.addSession(aSession(acme, n, { expiresAt: LATE + n }));
          await portal.keepUpload(anUpload(acme, n, { expiresAt: LATE + n }), 4);
        }
      });
      const forget = (challenges: number, sessions: number, uploads = 0) =>
        commit(storage, ({ portal }) => portal.forgetExpired({ challenges, sessions, uploads }, 2));
      const left = () =>
        storage.read(async ({ portal }) => {
          const found: string[] = [];
          for (const n of [1, 2, 3, 4]) {
            if (await portal.challenge(`lc_${String(n)}`)) found.push(`c${String(n)}`);
            if (await portal.session(`session-${String(n)}`)) found.push(`s${String(n)}`);
            const { userId, uploadId } = anUpload(acme, n);
            if (await portal.upload(acme, userId, uploadId)) found.push(`u${String(n)}`);
          }
          return found.join(' ');
        });

      await forget(LATE + 3, 0);
      assert.equal(await left(), 's1 u1 s2 u2 c3 s3 u3 c4 s4 u4');
      await forget(LATE + 3, LATE + 1);
      assert.equal(await left(), 'u1 s2 u2 s3 u3 c4 s4 u4');
      await forget(0, LATE, LATE);
      assert.equal(await left(), 'u1 s2 u2 s3 u3 c4 s4 u4');
      await forget(0, 0, LATE + 3);
      assert.equal(await left(), 's2 s3 u3 c4 s4 u4');
    },
  },
];

const uploadCases: ReadonlyArray<ContractCase> = [
  {
    title: 'a kept upload is found by its person alone, and not by another corporate or bank',
    run: async (storage) => {
      // Longer than what a page of a database holds.
      const upload = anUpload(acme, 1, { expiresAt: LATE, content: 'long '.repeat(200_000) });
      await commit(storage, ({ portal }) => portal.keepUpload(upload, 3));
      const found = (tenant: Tenant, userId: string, uploadId = upload.uploadId) =>
        storage.read(({ portal }) => portal.upload(tenant, userId as never, uploadId));

      assert.deepEqual(await found(acme, 'user-1'), upload);
      assert.deepEqual(
        [
          await found(acme, 'user-2'),
          await found(globex, 'user-1'),
          await found({ ...acme, bankTenantId: 'other' as never }, 'user-1'),
          await found(acme, 'user-1', 'upload-9'),
        ],
        [undefined, undefined, undefined, undefined],
      );
    },
  },
  {
    title:
      "of a person's uploads the new one and the last to expire are kept, and those of others stay",
    run: async (storage) => {
      const others = [
        anUpload(acme, 11, { userId: 'user-2' as never }),
        anUpload(globex, 12),
      ] as const;
      await commit(storage, async ({ portal }) => {
        for (const one of others) await portal.keepUpload(one, 1);
      });
      const ofMine = (n: number) => anUpload(acme, n, { expiresAt: LATE + (n % 4) });
      for (const n of [1, 3, 2, 5, 4])
        await commit(storage, ({ portal }) => portal.keepUpload(ofMine(n), 2));

      await storage.read(async ({ portal }) => {
        const kept = await Promise.all(
          [...[1, 2, 3, 4, 5].map(ofMine), ...others].map(async ({ tenant, userId, uploadId }) =>
            portal.upload(tenant, userId, uploadId),
          ),
        );
        assert.deepEqual(
          kept.filter((one) => one !== undefined),
          [ofMine(3), ofMine(4), ...others],
        );
      });
    },
  },
];

const addresseeCases: ReadonlyArray<ContractCase> = [
  {
    title:
      'an e-mail address finds every user who has it now, in any corporate and in any letter case',
    run: async (storage) => {
      const people = [
        [aCorporate(acme), aUser(0, { email: 'Ann@Mail.example' })],
        [aCorporate(globex), aUser(1, { email: 'ann@mail.example' })],
      ] as const;
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putBank(aBank(acme));
        for (const [corporate, user] of people) {
          await tenancy.putCorporate(corporate);
          await tenancy.putUsers(corporate, [
            user,
            aUser(5),
            aUser(6, { email: 'bob@mail.example' }),
          ]);
        }
      });
      const found = async (email: string) =>
        sortedBy(
          ({ corporate, user }) => `${corporate.corporateTenantId} ${user.userId}`,
          await storage.read(({ tenancy }) => tenancy.addressees(email)),
        );

      assert.deepEqual(
        await found('ann@mail.example'),
        people.map(([corporate, user]) => ({ corporate, user })),
      );
      assert.deepEqual([await found('nobody@mail.example'), await found('')], [[], []]);

      await commit(storage, ({ tenancy }) =>
        tenancy.putUsers(acme, [aUser(0, { email: 'ann@new.example' })]),
      );
      assert.equal((await found('ann@mail.example')).length, 1);
      assert.equal((await found('ann@new.example')).length, 1);
    },
  },
];

export const portalContract: ReadonlyArray<ContractCase> = [
  ...challengeCases,
  ...sessionCases,
  ...uploadCases,
  ...addresseeCases,
];
