import type { RailTraits } from '@hundi/core/rail';
import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import type { RailUnderTest } from './rail-under-test.js';
import {
  isTaken,
  namedFault,
  NAMES_THE_REFUSED,
  newOrder,
  ordersACall,
  queryOne,
  REFUSES,
  SAYS_WHAT_IT_REFUSES,
  shown,
  shownCall,
  submitOne,
  submitting,
} from './trial.js';

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isCount = (value: unknown, max: number): boolean =>
  isWhole(value) && (value as number) >= 1 && (value as number) <= max;

const traitFaults = (traits: Partial<RailTraits>): ReadonlyArray<string> => [
  ...(typeof traits.deduplicates === 'boolean' ? [] : ['deduplicates is not true or false']),
  ...(typeof traits.canQuery === 'boolean' ? [] : ['canQuery is not true or false']),
  ...(traits.absenceFinalAfterMs === null || isWhole(traits.absenceFinalAfterMs)
    ? []
    : ['absenceFinalAfterMs is neither null nor a whole number of ms from 0']),
  ...(traits.ordersACall === undefined || isCount(traits.ordersACall, 1_000)
    ? []
    : ['ordersACall is not a whole number from 1 to 1,000']),
  ...(traits.ordersAGroup === undefined || isCount(traits.ordersAGroup, 20_000)
    ? []
    : ['ordersAGroup is not a whole number from 1 to 20,000']),
];

/** What a rail answers to orders that the bank pays and refuses. */
export const answerRules: ReadonlyArray<Rule<RailUnderTest>> = [
  {
    sentence: 'the traits are complete, and of the types that the port declares',
    port: 'RailTraits: From how long after a send an `absent` means never: only then may the same order be sent again. Null: never.',
    run: async ({ rail }) => {
      const faults = traitFaults(rail().traits);
      expecting(
        faults.length === 0,
        'deduplicates, canQuery, absenceFinalAfterMs, ordersACall where the bank takes fewer than 1,000, and ordersAGroup where it takes groups',
        faults.join('; '),
      );
      return Promise.resolve();
    },
  },
  {
    sentence: 'an order that the bank pays is answered with paid or accepted',
    port: 'BankRail: An answer that this port does not allow counts as `unknown`, too',
    run: async ({ rail, pays }) => {
      const answer = await submitOne(rail(), newOrder(pays));
      expecting(
        answer.kind === 'paid' || answer.kind === 'accepted',
        'paid, with its UTR, or accepted',
        shown(answer),
      );
    },
  },
  {
    sentence: 'an order that the bank refuses is answered with refused, and why',
    port: 'BankRefused: A definite no: the bank did not and will not execute this order.',
    needs: REFUSES,
    run: async ({ rail, refuses, pays }) => {
      const answer = await submitOne(rail(), newOrder(refuses ?? pays));
      expecting(answer.kind === 'refused', 'refused, with details', shown(answer));
    },
  },
  {
    sentence: 'the rail does not say of an order that the bank pays that the bank never takes it',
    port: 'BankRail.refuses: Says why the bank never takes an order',
    needs: SAYS_WHAT_IT_REFUSES,
    run: async ({ rail, pays }) => {
      const said = namedFault(rail(), pays);
      expecting(
        said === undefined,
        'nothing, of an order that the bank pays',
        String(said?.message),
      );
      return Promise.resolve();
    },
  },
  {
    sentence: 'an order that the bank never takes, as the rail says, is answered with refused',
    port: 'BankRail.refuses: Says why the bank never takes an order',
    needs: needing(SAYS_WHAT_IT_REFUSES, NAMES_THE_REFUSED),
    run: async ({ rail, refuses, pays }) => {
      const answer = await submitOne(rail(), newOrder(refuses ?? pays));
      expecting(answer.kind === 'refused', 'refused', shown(answer));
    },
  },
  {
    sentence: 'submit answers one for each order, in order',
    port: 'BankRail.submit: Answers one for each order, in order.',
    run: async (under) => {
      const rail = under.rail();
      const { pays, refuses } = under;
      const orders = Array.from({ length: ordersACall(under) }, (_, i) =>
        newOrder(refuses !== undefined && i % 3 === 1 ? refuses : pays),
      );
      const called = await submitting(rail, orders);
      const { answers } = called;
      const wanted = orders.map((_, i) =>
        refuses !== undefined && i % 3 === 1 ? 'refused' : 'paid or accepted',
      );
      const fits = answers.map(({ kind }, i) =>
        wanted[i] === 'refused' ? kind === 'refused' : kind === 'paid' || kind === 'accepted',
      );
      expecting(
        answers.length === orders.length && fits.every(Boolean),
        wanted.join(', '),
        shownCall(called),
      );
      await expectTheirOwn(under, orders, answers);
    },
  },
];

/** That each payment has the UTR that a query about it alone has: answers that changed places show here. */
const expectTheirOwn = async (
  { rail, settle }: RailUnderTest,
  orders: ReadonlyArray<Parameters<typeof queryOne>[1]>,
  answers: Awaited<ReturnType<typeof submitting>>['answers'],
): Promise<void> => {
  const asked = rail();
  if (!asked.traits.canQuery) return;
  await settle?.();
  for (const [i, order] of orders.entries()) {
    const submitted = answers[i];
    if (submitted?.kind !== 'paid') continue;
    const queried = await queryOne(asked, order);
    expecting(
      isTaken(queried) && (queried.kind === 'accepted' || utrOf(queried) === submitted.utr),
      `for order ${String(i + 1)} the UTR that a query about it has`,
      `the UTR of another answer (${shown(queried)})`,
    );
  }
};

const utrOf = (answer: object): unknown => ('utr' in answer ? answer.utr : undefined);
