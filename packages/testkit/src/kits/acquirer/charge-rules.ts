import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import { finalAfter, passing } from '../check/wire.js';
import type { AcquirerUnderTest } from './acquirer-under-test.js';
import {
  approvedCharge,
  BOOKS,
  charging,
  DECLINES,
  expectKind,
  expectTaken,
  HOLDS,
  newCharge,
  querying,
  reversing,
  shownCall,
} from './trial.js';

const ONCE = 'CardAcquirer.charge: Takes the money, at most once for each `chargeRef`.';
const REVERSE =
  "CardAcquirer.reverse: Gives all of a charge's money back, once, however often it is asked.";
const FINAL =
  'AcquirerTraits.absenceFinalAfterMs: From how long after a charge an `absent` means never. Null: never.';

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** What an acquirer answers to charges. */
export const chargeRules: ReadonlyArray<Rule<AcquirerUnderTest>> = [
  {
    sentence: 'absenceFinalAfterMs is null or a whole number of ms',
    port: FINAL,
    run: async ({ acquirer }) => {
      const { absenceFinalAfterMs: ms } = acquirer().traits as { absenceFinalAfterMs: unknown };
      expecting(ms === null || isWhole(ms), 'null, or a whole number from 0', String(ms));
      return Promise.resolve();
    },
  },
  {
    sentence: 'a charge to a good card is approved, with an authCode',
    port: 'ChargeApproved: The money is taken.',
    run: async (under) => {
      await approvedCharge(under, under.acquirer());
    },
  },
  {
    sentence: 'a charge to a bad card is declined, with a code of the port',
    port: 'ChargeDeclined: A definite no: no money was taken, and none will be.',
    needs: DECLINES,
    run: async (under) => {
      const { approves, declines = approves } = under;
      expectKind(await charging(under.acquirer(), newCharge(under), declines), 'declined');
    },
  },
  {
    sentence: 'the same chargeRef, charged twice, takes the money once',
    port: ONCE,
    needs: BOOKS,
    run: async (under) => {
      const acquirer = under.acquirer();
      const charge = await approvedCharge(under, acquirer);
      await charging(acquirer, charge, under.approves);
      await expectTaken(under, charge, charge.amount);
    },
  },
  {
    sentence: 'the same chargeRef, charged by two calls at once, takes the money once',
    port: ONCE,
    needs: BOOKS,
    run: async (under) => {
      const charge = newCharge(under);
      const [one, other] = [under.acquirer(), under.acquirer()];
      await Promise.all([
        charging(one, charge, under.approves),
        charging(other, charge, under.approves),
      ]);
      await expectTaken(under, charge, charge.amount);
    },
  },
  {
    sentence: 'a charge that was approved is not declined when it comes again',
    port: 'CardCharge: Two charges with the same `chargeRef` are the same charge.',
    run: async (under) => {
      const acquirer = under.acquirer();
      const charge = await approvedCharge(under, acquirer);
      expectKind(await charging(acquirer, charge, under.approves), 'approved', 'unknown');
    },
  },
];

/** What an acquirer answers to queries. */
export const queryRules: ReadonlyArray<Rule<AcquirerUnderTest>> = [
  {
    sentence: 'query returns the outcome of a charge',
    port: 'CardAcquirer.query: Returns the outcome of a charge.',
    run: async (under) => {
      const acquirer = under.acquirer();
      expectKind(await querying(acquirer, await approvedCharge(under, acquirer)), 'approved');
    },
  },
  {
    sentence: 'query answers absent for a charge that was never sent',
    port: 'ChargeAbsent: The acquirer has no such charge.',
    run: async (under) => {
      expectKind(await querying(under.acquirer(), newCharge(under)), 'absent');
    },
  },
  {
    sentence: 'query never says that a charge was approved which was declined',
    port: 'ChargeDeclined: A definite no: no money was taken, and none will be.',
    needs: DECLINES,
    run: async (under) => {
      const { approves, declines = approves } = under;
      const acquirer = under.acquirer();
      const charge = newCharge(under);
      await charging(acquirer, charge, declines);
      expectKind(await querying(acquirer, charge), 'declined', 'absent', 'unknown');
    },
  },
  {
    sentence: 'query takes no money',
    port: 'CardAcquirer.query: Never moves money.',
    needs: BOOKS,
    run: async (under) => {
      const acquirer = under.acquirer();
      const [charge, never] = [await approvedCharge(under, acquirer), newCharge(under)];
      for (const asked of [charge, never, charge, never]) await querying(acquirer, asked);
      await expectTaken(under, charge, charge.amount);
      await expectTaken(under, never, 0);
    },
  },
];

/** What an acquirer does when money has to go back, and with charges that arrive late. */
export const reverseRules: ReadonlyArray<Rule<AcquirerUnderTest>> = [
  {
    sentence: 'reverse gives all of the money back',
    port: REVERSE,
    needs: BOOKS,
    run: async (under) => {
      const acquirer = under.acquirer();
      const charge = await approvedCharge(under, acquirer);
      expectKind(await reversing(acquirer, charge), 'reversed');
      await expectTaken(under, charge, 0);
    },
  },
  {
    sentence: 'reverse, asked twice, gives the money back once and answers reversed each time',
    port: REVERSE,
    needs: BOOKS,
    run: async (under) => {
      const acquirer = under.acquirer();
      const charge = await approvedCharge(under, acquirer);
      const first = await reversing(acquirer, charge);
      const second = await reversing(acquirer, charge);
      expectKind(first, 'reversed');
      expecting(second.answer?.kind === 'reversed', 'reversed, again', shownCall(second));
      await expectTaken(under, charge, 0);
    },
  },
  {
    sentence: 'a charge that arrives once its absence is final takes no money',
    port: FINAL,
    needs: needing(
      (under) => finalAfter(under, under.acquirer().traits.absenceFinalAfterMs),
      BOOKS,
      HOLDS,
    ),
    run: async (under) => {
      const acquirer = under.acquirer();
      const charge = newCharge(under);
      const deliver = await under.holdNextCharge?.();
      await charging(acquirer, charge, under.approves);
      await passing(under, acquirer.traits.absenceFinalAfterMs ?? 0);
      await deliver?.();
      await expectTaken(under, charge, 0);
    },
  },
];
