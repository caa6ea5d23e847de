import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import type { CardAcquirer } from '@hundi/core';
import type { CardDetails, ChargeQueryAnswer, ReversalAnswer } from '@hundi/core/acquirer';
import { kitReport, runKit } from '../check/run-kit.js';
import { WIRE_FAULTS, type WireFault } from '../check/wire.js';
import { meetings } from '../../testing/meetings.js';
import type { AcquirerUnderTest } from './acquirer-under-test.js';
import { checkAcquirer } from './check-acquirer.js';

const GOOD: CardDetails = {
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2034,
  cvc: '123',
  holder: 'Asha Rao',
  brand: 'visa',
};
const BAD: CardDetails = { ...GOOD, number: '4000000000000002' };

const CHARGE = {
  bankTenantId: 'demo-bank',
  corporateTenantId: 'acme',
  amount: 249_900,
  reference: 'ORDER-1',
  statementDescriptor: 'ACME',
};

const FINAL_AFTER_MS = 100;

/** For an acquirer that never answers: nothing but this ends a call. */
const IMPATIENT_MS = 100;

/** An adapter that gives up in time has ended a call by then, however busy the machine is. */
const PATIENT_MS = 60_000;

/** Mistakes of the acquirer, and of the adapter that reaches it. */
interface Mistakes {
  readonly forgetsRefs?: boolean;
  readonly booksSlowly?: boolean;
  readonly chargesOnQuery?: boolean;
  readonly keepsSome?: boolean;
  readonly reversesTwice?: boolean;
  readonly takesLate?: boolean;
  readonly onFailure?: object;
  readonly onStatus?: object;
  readonly onText?: object;
  /** In what time a call has to end, in ms: less than the adapter takes where a check has to find that. */
  readonly givesUpWithinMs?: number;
  readonly change?: (call: Call, answer: object, ref: string) => object;
  readonly absenceFinalAfterMs?: number | null;
}

type Call = 'charge' | 'query' | 'reverse';

interface Booked {
  readonly card: string;
  readonly amount: number;
  taken: number;
}

/** An acquirer behind a line that can break, and a clock that only the test moves. */
const acquirerBehindLine = (mistakes: Mistakes) => {
  const books = new Map<string, Booked>();
  let fault: WireFault | undefined;
  let held: (() => Promise<unknown>) | undefined;
  let holding = false;
  let moment = Date.now();
  const { meet } = meetings();

  const charge = async (ref: string, amount: number, card: string, sentAt: number) => {
    const known = books.get(ref);
    if (mistakes.booksSlowly === true) await meet(ref);
    const isGood = card === GOOD.number;
    const isLate = moment - sentAt > FINAL_AFTER_MS && mistakes.takesLate !== true;
    if (known === undefined && !isLate) {
      const before = books.get(ref)?.taken ?? 0;
      books.set(ref, { card, amount, taken: before + (isGood ? amount : 0) });
    } else if (known !== undefined && mistakes.forgetsRefs === true) known.taken += amount;
    return stateOf(ref);
  };
  const stateOf = (ref: string): object => {
    const booked = books.get(ref);
    if (booked === undefined) return { kind: 'absent' };
    return booked.card === GOOD.number
      ? { kind: 'approved', authCode: '123456' }
      : { kind: 'declined', code: 'card_declined' };
  };
  const reverse = (ref: string): object => {
    const booked = books.get(ref);
    if (booked === undefined) return { kind: 'unknown' };
    if (booked.taken > 0 || mistakes.reversesTwice === true)
      booked.taken -= booked.amount - (mistakes.keepsSome === true ? 1 : 0);
    return { kind: 'reversed' };
  };

  const line = async (
    perform: () => Promise<object>,
  ): Promise<{ status: number; text: string }> => {
    if (fault === 'refuses_connections') throw new Error('ECONNREFUSED');
    const struck = fault;
    const text = JSON.stringify(await perform());
    if (struck === 'cuts_connections') throw new Error('ECONNRESET');
    if (struck === 'answers_500') return { status: 500, text };
    if (struck === 'answers_html') return { status: 200, text: '<html></html>' };
    if (struck === 'answers_half_json') return { status: 200, text: text.slice(0, 8) };
    if (struck === 'answers_slowly') {
      await wait(IMPATIENT_MS);
      throw new Error('too late');
    }
    return { status: 200, text };
  };

  const { givesUpWithinMs = PATIENT_MS, change = (_call: Call, answer: object) => answer } =
    mistakes;
  const UNKNOWN = { kind: 'unknown' };
  const ask = async (call: Call, ref: string, perform: () => Promise<object>): Promise<object> => {
    let answered: { status: number; text: string };
    try {
      answered = await line(perform);
    } catch {
      return mistakes.onFailure ?? UNKNOWN;
    }
    if (answered.status !== 200) return mistakes.onStatus ?? UNKNOWN;
    try {
      return change(call, JSON.parse(answered.text) as object, ref);
    } catch {
      return mistakes.onText ?? UNKNOWN;
    }
  };

  const { absenceFinalAfterMs = FINAL_AFTER_MS } = mistakes;
  const acquirer: CardAcquirer = {
    traits: { absenceFinalAfterMs },
    charge: async ({ chargeRef, amount }, card) => {
      const { number } = card.reveal();
      const sentAt = moment;
      if (holding) {
        holding = false;
        held = () => charge(chargeRef, amount, number, sentAt);
        return { kind: 'unknown' };
      }
      return ask('charge', chargeRef, () =>
        charge(chargeRef, amount, number, sentAt),
      ) as Promise<never>;
    },
    query: ({ chargeRef, amount }) =>
      ask('query', chargeRef, async () => {
        if (mistakes.chargesOnQuery === true) await charge(chargeRef, amount, GOOD.number, moment);
        return stateOf(chargeRef);
      }) as Promise<ChargeQueryAnswer>,
    reverse: ({ chargeRef }) =>
      ask('reverse', chargeRef, async () => reverse(chargeRef)) as Promise<ReversalAnswer>,
  };
  const under: AcquirerUnderTest = {
    acquirer: () => acquirer,
    charge: CHARGE,
    approves: GOOD,
    declines: BAD,
    taken: (ref) => books.get(ref)?.taken ?? 0,
    faults: Object.fromEntries(
      WIRE_FAULTS.map((kind) => [
        kind,
        () => {
          fault = kind;
          return () => {
            fault = undefined;
          };
        },
      ]),
    ),
    holdNextCharge: () => {
      holding = true;
      return async () => {
        await held?.();
      };
    },
    pass: (ms) => {
      moment += ms + 1;
    },
    givesUpWithinMs,
  };
  return under;
};

const only =
  (call: Call, change: (answer: object) => object): Required<Pick<Mistakes, 'change'>>['change'] =>
  (called, answer) =>
    called === call ? change(answer) : answer;

const DECLINED = { kind: 'declined', code: 'card_declined' };
const WRONG = { charge: DECLINED, query: { kind: 'absent' }, reverse: { kind: 'reversed' } };
const NEVER = { charge: 'declined', query: 'absent or declined', reverse: 'reversed' };
const WORDS: Readonly<Record<WireFault, readonly [string, keyof Mistakes]>> = {
  refuses_connections: ['refuses connections', 'onFailure'],
  cuts_connections: ['cuts the connection before it has answered', 'onFailure'],
  answers_500: ['answers 500', 'onStatus'],
  answers_html: ['answers a page of HTML', 'onText'],
  answers_half_json: ['ends its answer in the middle of the JSON', 'onText'],
  answers_slowly: ['answers too slowly', 'onFailure'],
};

const CALLS = ['charge', 'query', 'reverse'] as const;

/** Declines a charge that it has seen before, as an acquirer does that answers a duplicate with an error. */
const declinesDuplicates = (): Mistakes => {
  const seen = new Set<string>();
  return {
    change: (call, answer, ref) => {
      if (call !== 'charge') return answer;
      if (seen.has(ref)) return DECLINED;
      seen.add(ref);
      return answer;
    },
  };
};

/** Each check, and a mistake that it has to find. */
const PLANTS: ReadonlyArray<readonly [string, Mistakes]> = [
  ['absenceFinalAfterMs is null or a whole number of ms', { absenceFinalAfterMs: -1 }],
  [
    'a charge to a good card is approved, with an authCode',
    { change: only('charge', () => ({ kind: 'approved' })) },
  ],
  [
    'a charge to a bad card is declined, with a code of the port',
    { change: only('charge', () => ({ kind: 'declined', code: '05' })) },
  ],
  ['the same chargeRef, charged twice, takes the money once', { forgetsRefs: true }],
  ['the same chargeRef, charged by two calls at once, takes the money once', { booksSlowly: true }],
  ['a charge that was approved is not declined when it comes again', declinesDuplicates()],
  ['query returns the outcome of a charge', { change: only('query', () => ({ kind: 'absent' })) }],
  [
    'query answers absent for a charge that was never sent',
    { change: only('query', () => DECLINED) },
  ],
  [
    'query never says that a charge was approved which was declined',
    { change: only('query', () => ({ kind: 'approved', authCode: '1' })) },
  ],
  ['query takes no money', { chargesOnQuery: true }],
  ['reverse gives all of the money back', { keepsSome: true }],
  [
    'reverse, asked twice, gives the money back once and answers reversed each time',
    { reversesTwice: true },
  ],
  ['a charge that arrives once its absence is final takes no money', { takesLate: true }],
  ...CALLS.flatMap((call) =>
    WIRE_FAULTS.map((fault): readonly [string, Mistakes] => {
      const [words, mistake] = WORDS[fault];
      const sentence = `${call} answers unknown, and never ${NEVER[call]}, for an acquirer that ${words}`;
      return [sentence, { [mistake]: WRONG[call] }];
    }),
  ),
  ...CALLS.map((call): readonly [string, Mistakes] => [
    `${call} gives up in time on an acquirer that answers too slowly`,
    { givesUpWithinMs: IMPATIENT_MS / 2 },
  ]),
  [
    'a charge whose answer was lost is found by a query, and took the money once',
    {
      change: only('query', (answer) => ('authCode' in answer ? { kind: 'absent' } : answer)),
    },
  ],
];

test.serial('an acquirer that keeps every promise passes every check', async (t) => {
  const checks = checkAcquirer(acquirerBehindLine({}));
  const report = await runKit(checks);

  t.is(kitReport({ ...report, passed: [] }), '');
  t.is(report.passed.length, checks.length);
});

test.serial('each check of the kit for acquirers has a mistake that it finds', (t) => {
  t.deepEqual(
    new Set(PLANTS.map(([sentence]) => sentence)),
    new Set(checkAcquirer(acquirerBehindLine({})).map(({ sentence }) => sentence)),
  );
});

for (const [sentence, mistakes] of PLANTS) {
  test.serial(`a mistake is found by its check: ${sentence}`, async (t) => {
    const checks = checkAcquirer(acquirerBehindLine(mistakes));
    const { failed } = await runKit(checks.filter((check) => check.sentence === sentence));

    t.deepEqual(
      failed.map((fault) => fault.sentence),
      [sentence],
    );
  });
}

test.serial('what the host gives no hook for is not checked, by name', async (t) => {
  const { acquirer, charge, approves } = acquirerBehindLine({});
  const checks = checkAcquirer({ acquirer, charge, approves });
  const { passed, failed, notChecked } = await runKit(checks);

  t.deepEqual(failed, []);
  t.is(passed.length + notChecked.length, checks.length);
  const needs = notChecked.map((gap) => gap.needs).join('\n');
  for (const hook of ['taken', 'declines', 'faults.answers_500'])
    t.true(needs.includes(`give ${hook}: `), hook);
});

test.serial(
  'each check of the kit for acquirers names a sentence that stands in the port',
  async (t) => {
    const port = new URL('../../../../core/src/ports/card-acquirer.ts', import.meta.url);
    const said = (await readFile(port, 'utf8')).replaceAll(/\s+\*?\s+/g, ' ');

    for (const check of checkAcquirer(acquirerBehindLine({})))
      t.true(said.includes(check.port.slice(check.port.indexOf(': ') + 2)), check.port);
  },
);
