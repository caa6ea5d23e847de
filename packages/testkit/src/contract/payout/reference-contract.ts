import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import { payoutIdOf, type PayoutCheckout } from '@hundi/core/wire';
import type { PayoutOrder, RowDecision, Storage } from '@hundi/core/storage';
import {
  accepts,
  aJob,
  anOrder,
  cancels,
  changeTo,
  ordersOf,
  turnsAway,
} from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { aCheckout } from '../../kit/build/records.js';
import { EPOCH } from '../../kit/build/ids.js';
import { race } from '../race.js';
import { acme, globex, type ContractCase } from '../contract-case.js';

const REFERENCE = 'INVOICE-1';
const wanting = (n: number, tenant: Tenant = acme) => anOrder(tenant, n, { reference: REFERENCE });

const add = (storage: Storage, ...orders: PayoutOrder[]) =>
  commit(storage, ({ payouts }) => payouts.add(orders));

const decide = (storage: Storage, ...decisions: RowDecision[]) =>
  commit(storage, ({ payouts }) => payouts.decide(acme, decisions));

/** Whether each order holds its reference; undefined once intake has decided on it. */
const held = (storage: Storage, ...orders: PayoutOrder[]) =>
  storage.read(async ({ payouts }) => {
    const answers: (boolean | undefined)[] = [];
    for (const { tenant, transactionId } of orders) {
      const payout = await payouts.find(tenant, transactionId);
      answers.push(payout?.intake === 'undecided' ? payout.holdsReference : undefined);
    }
    return answers;
  });

/** Whether intake finds that each order holds its reference. */
const undecided = (storage: Storage, ...orders: PayoutOrder[]) =>
  storage.read(async ({ payouts }) => {
    const ids = orders.map(({ transactionId }) => transactionId);
    return (await payouts.undecided(acme, ids)).map(({ holdsReference }) => holdsReference);
  });

const open = (storage: Storage, session: PayoutCheckout) =>
  commit(storage, ({ payoutCheckouts }) => payoutCheckouts.add(session));

/** The order that a session becomes. */
const wantingOf = (session: PayoutCheckout): PayoutOrder => ({
  ...wanting(1),
  source: 'payout_checkout',
  transactionId: payoutIdOf(session),
});

export const referenceContract: ReadonlyArray<ContractCase> = [
  {
    title:
      'a reference leads to the live payouts of every corporate that hold it, and to no dead one',
    run: async (storage) => {
      const [ours, second, theirs, dead] = [wanting(1), wanting(2), wanting(3, globex), wanting(4)];
      const holders = (limit = 10) =>
        storage.read(async ({ payouts }) =>
          (await payouts.holders(REFERENCE, limit)).map(({ order }) => order.transactionId).sort(),
        );
      await add(storage, dead);
      await decide(storage, turnsAway(dead));
      assert.deepEqual(await holders(), []);
      await add(storage, anOrder(acme, 9), ours, second, theirs);

      assert.deepEqual(await holders(), [ours.transactionId, theirs.transactionId].sort());
      assert.equal((await holders(1)).length, 1);
    },
  },
  {
    title: 'when one call has several orders with one reference, the first holds it',
    run: async (storage) => {
      // Ids run against the order of the call: the place decides, not the id.
      const [first, second, third] = [wanting(3), wanting(2), wanting(1)];
      await add(storage, anOrder(acme, 9), first, second, anOrder(acme, 8), third);

      assert.deepEqual(await held(storage, first, second, third), [true, false, false]);
      assert.deepEqual(await held(storage, anOrder(acme, 9), anOrder(acme, 8)), [true, true]);
    },
  },
  {
    title: 'a later order does not get a reference in use, in any job',
    run: async (storage) => {
      const [one, two] = [aJob(acme, 1, { total: 1 }), aJob(acme, 2, { total: 2 })];
      const [first] = ordersOf(one, { reference: REFERENCE }) as [PayoutOrder];
      const [second, third] = ordersOf(two, { reference: REFERENCE }) as [PayoutOrder, PayoutOrder];
      await add(storage, first);
      await add(storage, second, third);

      assert.deepEqual(await held(storage, first, second, third), [true, false, false]);
    },
  },
  {
    title: 'two calls in one unit of work see each other’s references',
    run: async (storage) => {
      await commit(storage, async ({ payouts }) => {
        await payouts.add([wanting(1)]);
        await payouts.add([wanting(2)]);
      });

      assert.deepEqual(await held(storage, wanting(1), wanting(2)), [true, false]);
    },
  },
  {
    title: 'two corporates may use the same reference, in one call as well',
    run: async (storage) => {
      await add(storage, wanting(1), wanting(2, globex));
      await add(storage, wanting(3, globex));

      assert.deepEqual(await held(storage, wanting(1), wanting(2, globex), wanting(3, globex)), [
        true,
        true,
        false,
      ]);
    },
  },
  {
    title: 'orders of several corporates whose references are in use are added in one call',
    run: async (storage) => {
      const first = [wanting(1), wanting(2, globex)];
      const later = [wanting(3), wanting(4, globex)];
      const others = [anOrder(acme, 8), anOrder(globex, 9)];
      await add(storage, ...first);
      await add(storage, ...later, ...others);

      assert.deepEqual(await held(storage, ...first), [true, true]);
      assert.deepEqual(await held(storage, ...later), [false, false]);
      assert.deepEqual(await held(storage, ...others), [true, true]);
    },
  },
  {
    title: 'references are the same only letter by letter',
    run: async (storage) => {
      const orders = ['inv-1', 'INV-1', 'Inv-1', 'inv-1.'].map((reference, n) =>
        anOrder(acme, n, { reference }),
      );
      await add(storage, ...orders);

      assert.deepEqual(await held(storage, ...orders), [true, true, true, true]);
    },
  },
  {
    title: 'an accepted payout keeps its reference',
    run: async (storage) => {
      await add(storage, wanting(1));
      await decide(storage, accepts(wanting(1)));
      await add(storage, wanting(2));

      assert.deepEqual(await held(storage, wanting(2)), [false]);
    },
  },
  ...(
    [
      ['rejected', turnsAway],
      ['cancelled', cancels],
    ] as const
  ).map(([outcome, decision]): ContractCase => ({
    title: `a row that intake turned away as ${outcome} lets go of its reference`,
    run: async (storage) => {
      await add(storage, wanting(1));
      await decide(storage, decision(wanting(1)));
      await add(storage, wanting(2));
      await add(storage, wanting(3));

      assert.deepEqual(await held(storage, wanting(2), wanting(3)), [true, false]);
    },
  })),
  ...(['failed', 'rejected', 'cancelled'] as const).map((status): ContractCase => ({
    title: `a payout that is ${status} frees its reference`,
    run: async (storage) => {
      await add(storage, wanting(1));
      await decide(storage, accepts(wanting(1)));
      await commit(storage, ({ payouts }) => payouts.advance(acme, [changeTo(wanting(1), status)]));
      await add(storage, wanting(2));
      await add(storage, wanting(3));

      assert.deepEqual(await held(storage, wanting(2), wanting(3)), [true, false]);
    },
  })),
  ...(['approved', 'scheduled', 'sent_to_bank', 'paid'] as const).map((status): ContractCase => ({
    title: `a payout that is ${status} keeps its reference`,
    run: async (storage) => {
      await add(storage, wanting(1));
      await decide(storage, accepts(wanting(1)));
      await commit(storage, ({ payouts }) => payouts.advance(acme, [changeTo(wanting(1), status)]));
      await add(storage, wanting(2));

      assert.deepEqual(await held(storage, wanting(2)), [false]);
    },
  })),
  {
    title: 'a row that never held the reference does not free it',
    run: async (storage) => {
      await add(storage, wanting(1), wanting(2));
      await decide(storage, turnsAway(wanting(2)));
      await add(storage, wanting(3));

      assert.deepEqual(await held(storage, wanting(1), wanting(3)), [true, false]);
    },
  },
  {
    title: 'a freed reference is free for later orders and passes to no waiting one',
    run: async (storage) => {
      await add(storage, wanting(1), wanting(2));
      await decide(storage, turnsAway(wanting(1)));
      assert.deepEqual(await held(storage, wanting(2)), [false]);

      await add(storage, wanting(3));
      assert.deepEqual(await held(storage, wanting(2), wanting(3)), [false, true]);
    },
  },
  {
    title: 'an undone unit of work takes and frees no reference',
    run: async (storage) => {
      await add(storage, wanting(1));
      await assert.rejects(
        commit(storage, async ({ payouts }) => {
          await payouts.add([anOrder(acme, 5, { reference: 'INVOICE-5' })]);
          await payouts.decide(acme, [turnsAway(wanting(1))]);
          throw new Error('broken');
        }),
      );
      const [blocked, free] = [wanting(2), anOrder(acme, 6, { reference: 'INVOICE-5' })];
      await add(storage, blocked, free);

      assert.deepEqual(await held(storage, wanting(1), blocked, free), [true, false, true]);
    },
  },
  {
    title: 'thousands of rows, each reference twice: the first halves hold them',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 3_000 });
      const orders = ordersOf(job).map((order, row) => ({
        ...order,
        reference: `R-${String(row % 1_500)}` as PayoutOrder['reference'],
      }));
      await add(storage, ...orders);
      const rows = await storage.read(({ payouts }) => payouts.ofJob(acme, job.jobId, 0, 3_000));

      assert.deepEqual(
        rows.map((payout) => payout.intake === 'undecided' && payout.holdsReference),
        orders.map((_, row) => row < 1_500),
      );
    },
  },
  {
    title: 'a reference is held as long as a live payout of the corporate holds it',
    run: async (storage) => {
      const isHeld = (tenant: Tenant = acme) =>
        storage.read(({ payouts }) =>
          payouts.isHeld(tenant, REFERENCE as PayoutOrder['reference'], wanting(9).transactionId),
        );
      assert.equal(await isHeld(), false);
      const order = wanting(1);
      await add(storage, order, anOrder(acme, 2));
      assert.deepEqual([await isHeld(), await isHeld(globex)], [true, false]);
      await decide(storage, turnsAway(order));
      assert.equal(await isHeld(), false);
    },
  },
  {
    title: 'an open checkout session holds its reference for the payout that it may become alone',
    run: async (storage) => {
      const session = aCheckout(acme, 1, { reference: REFERENCE });
      const own = wantingOf(session);
      await open(storage, session);
      await assert.rejects(open(storage, aCheckout(acme, 2, { reference: REFERENCE })));
      await open(storage, aCheckout(globex, 3, { reference: REFERENCE }));

      const isHeldFor = ({ transactionId }: PayoutOrder, tenant = acme) =>
        storage.read(({ payouts }) =>
          payouts.isHeld(tenant, REFERENCE as PayoutOrder['reference'], transactionId),
        );
      assert.deepEqual([await isHeldFor(wanting(1)), await isHeldFor(own)], [true, false]);
      const job = aJob(acme, 7, { total: 2 });
      await add(storage, ...ordersOf(job, { reference: REFERENCE }));
      const stranger = wanting(1);
      await add(storage, stranger);
      assert.deepEqual(await undecided(storage, stranger), [false]);
      const rows = await storage.read(({ payouts }) =>
        payouts.undecidedOfJob(acme, job.jobId, 0, 2),
      );
      assert.deepEqual(
        rows.map(({ holdsReference }) => holdsReference),
        [false, false],
      );
      // Intake has not turned the others away yet.
      assert.equal(await isHeldFor(own), false);
      await add(storage, own);
      assert.deepEqual(await undecided(storage, own), [true]);
      assert.deepEqual(await undecided(storage, stranger), [false]);
    },
  },
  {
    title: 'the reference of a session is held until it is freed, and its payout keeps it',
    run: async (storage) => {
      const [unpaid, paid] = [1, 2].map((n) => aCheckout(acme, n)) as [
        PayoutCheckout,
        PayoutCheckout,
      ];
      await open(storage, unpaid);
      await open(storage, paid);
      const own = { ...wantingOf(paid), reference: paid.reference };
      await commit(storage, async ({ payouts, payoutCheckouts }) => {
        await payouts.add([own]);
        await payoutCheckouts.advance({
          ...paid,
          status: 'submitted',
          closedAt: EPOCH,
          transactionId: own.transactionId,
          revision: 2,
        });
        await payoutCheckouts.freeReference(paid);
      });
      const [early, late] = [3, 4].map((n) =>
        anOrder(acme, n, { reference: unpaid.reference }),
      ) as [PayoutOrder, PayoutOrder];
      await add(storage, early);
      assert.deepEqual(await undecided(storage, early), [false]);
      await decide(storage, turnsAway(early));
      await commit(storage, ({ payoutCheckouts }) => payoutCheckouts.freeReference(unpaid));
      await add(storage, late);

      const stranger = anOrder(acme, 5, { reference: paid.reference });
      await add(storage, stranger);
      assert.deepEqual(await undecided(storage, late), [true]);
      assert.deepEqual(await undecided(storage, stranger), [false]);
      assert.deepEqual(await undecided(storage, own), [true]);
    },
  },
  {
    title: 'of sessions that are opened at once with one reference, one holds it',
    run: async (storage) => {
      const opened = await race(storage, async ({ payouts, payoutCheckouts }, rival) => {
        const session = aCheckout(acme, rival, { reference: REFERENCE });
        const mine = wantingOf(session).transactionId;
        if (await payouts.isHeld(acme, REFERENCE as PayoutOrder['reference'], mine)) return false;
        await payoutCheckouts.add(session);
        return true;
      });
      assert.equal(opened.length, 1);
    },
  },
];
