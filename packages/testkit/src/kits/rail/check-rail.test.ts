import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import type { BankRail } from '@hundi/core';
import type { QueryAnswer, SubmitAnswer } from '@hundi/core/rail';
import { httpBank, type BankMistakes } from '../../testing/http-bank.js';
import { httpRail, type RailMistakes } from '../../testing/http-rail.js';
import { NotChecked } from '../check/check.js';
import { kitReport, runKit } from '../check/run-kit.js';
import { checkRail } from './check-rail.js';
import { WIRE_FAULTS, type WireFault } from '../check/wire.js';
import type { RailUnderTest } from './rail-under-test.js';

const PAYS = {
  bankTenantId: 'demo-bank',
  amount: 50_000,
  paymentMethod: 'NEFT',
  debitAccountNumber: '50200011112222',
  creditAccountNumber: '60100022220001',
  ifsc: 'HDFC0000001',
  beneficiaryName: 'Sharma Steel',
  narration: 'Invoice 7',
};

const CLOSED = '60100022229001';

const closedAccount: NonNullable<BankRail['refuses']> = ({ creditAccountNumber }) =>
  creditAccountNumber === CLOSED
    ? { of: 'creditAccountNumber', message: 'The account is closed.' }
    : undefined;

/** For a bank that answers: however busy the machine is, the answer comes first. */
const PATIENT_MS = 60_000;

/** For a bank that never answers: nothing but this ends a call. */
const IMPATIENT_MS = 100;

/** A mistake of the bank, of its rail, or of both. */
interface Plant {
  readonly bank?: BankMistakes;
  readonly rail?: RailMistakes;
  readonly wrap?: (rail: BankRail) => BankRail;
  /** In what time a call has to end, in ms: less than the rail takes where a check has to find that. */
  readonly givesUpWithinMs?: number;
}

const trial = async ({
  bank: mistakes = {},
  rail: misread = {},
  wrap = (rail) => rail,
  givesUpWithinMs = PATIENT_MS,
}: Plant) => {
  let moment = Date.now();
  const now = () => moment;
  const bank = await httpBank(mistakes, now);
  const givesUpAfterMs = () => (bank.isSilent() ? IMPATIENT_MS : PATIENT_MS);
  const faults = Object.fromEntries(
    WIRE_FAULTS.map((fault) => [fault, bank.break(fault)]),
  ) as Required<NonNullable<RailUnderTest['faults']>>;
  const under: RailUnderTest = {
    rail: () =>
      wrap({ ...httpRail(bank.url, misread, { now, givesUpAfterMs }), refuses: closedAccount }),
    pays: PAYS,
    refuses: { ...PAYS, creditAccountNumber: CLOSED },
    timesPaid: bank.timesPaid,
    groupDebits: bank.groupDebits,
    faults,
    holdNextSubmit: bank.holdNextSubmit,
    pass: (ms) => {
      moment += ms + 1;
    },
    givesUpWithinMs,
    ordersACall: 6,
  };
  return { bank, under };
};

/** A rail that changes the answers of another. */
const saying = (change: {
  readonly submit?: (answers: ReadonlyArray<SubmitAnswer>) => ReadonlyArray<SubmitAnswer>;
  readonly query?: (answers: ReadonlyArray<QueryAnswer>) => ReadonlyArray<QueryAnswer>;
}): Plant => ({
  wrap: (rail) => ({
    ...rail,
    submit: async (orders) => (change.submit ?? ((answers) => answers))(await rail.submit(orders)),
    query: async (asked) => (change.query ?? ((answers) => answers))(await rail.query(asked)),
  }),
});

const PAID = { kind: 'paid', utr: 'UTR', bankReference: 'R' } as const;

const DUPLICATE = {
  kind: 'refused',
  details: {
    code: 'duplicate_reference',
    source: 'rail',
    message: 'The bank has this reference.',
    retryable: false,
    nextAction: 'none',
  },
} as const;

/** Refuses an order that it has seen before, as a bank does whose answer to a duplicate is an error. */
const refusingDuplicates: Plant = {
  wrap: (rail) => {
    const seen = new Set<string>();
    return {
      ...rail,
      submit: async (orders) => {
        const answers = await rail.submit(orders);
        return answers.map((answer, i) => {
          const { bankRef = '' } = orders[i] ?? {};
          if (seen.has(bankRef)) return DUPLICATE;
          seen.add(bankRef);
          return answer;
        });
      },
    };
  },
};

/** Remembers that the bank did not have an order, and does not ask again. */
const rememberingAbsence: Plant = {
  wrap: (rail) => {
    const absent = new Set<string>();
    return {
      ...rail,
      query: async (questions) => {
        const answers = await rail.query(questions);
        return answers.map((answer, i) => {
          const { bankRef = '' } = questions[i] ?? {};
          if (answer.kind === 'absent') absent.add(bankRef);
          return absent.has(bankRef) ? { kind: 'absent' } : answer;
        });
      },
    };
  },
};

/** Answers for the first order of a group, and not for the others. */
const answeringFirst: Plant = {
  wrap: (rail) => ({
    ...rail,
    submit: async (orders) =>
      (await rail.submit(orders)).map((answer, i) =>
        i > 0 && orders[i]?.group !== undefined ? { kind: 'unknown' } : answer,
      ),
  }),
};

/** Looks for an order of a group where only others are. */
const forgettingGroups: Plant = {
  wrap: (rail) => ({
    ...rail,
    query: async (questions) =>
      (await rail.query(questions)).map((answer, i) =>
        questions[i]?.groupRef === undefined ? answer : { kind: 'absent' },
      ),
  }),
};

const onSubmit = (what: string) => `submit answers unknown, and never refused, for ${what}`;
const onQuery = (what: string) => `query answers unknown, and never absent or refused, for ${what}`;

const SLOW = { givesUpWithinMs: IMPATIENT_MS / 2 };

/** Each check, and a mistake that it has to find. */
const PLANTS: ReadonlyArray<readonly [string, Plant]> = [
  [
    'the traits are complete, and of the types that the port declares',
    { rail: { traits: { absenceFinalAfterMs: Number.NaN } } },
  ],
  [
    'the traits are complete, and of the types that the port declares',
    { rail: { traits: { ordersACall: 0 } } },
  ],
  [
    'an order that the bank pays is answered with paid or accepted',
    saying({ submit: (answers) => answers.map(() => ({ kind: 'paid' }) as never) }),
  ],
  [
    'an order that the bank refuses is answered with refused, and why',
    saying({
      submit: (answers) =>
        answers.map((one) => (one.kind === 'refused' ? { kind: 'accepted' } : one)),
    }),
  ],
  [
    'the rail does not say of an order that the bank pays that the bank never takes it',
    { wrap: (rail) => ({ ...rail, refuses: () => ({ of: 'amount', message: 'Never.' }) }) },
  ],
  [
    'an order that the bank never takes, as the rail says, is answered with refused',
    saying({ submit: (answers) => answers.map(() => PAID) }),
  ],
  [
    'submit answers one for each order, in order',
    saying({ submit: (answers) => answers.toReversed() }),
  ],
  [
    'submit answers one for each order, in order',
    saying({ submit: (answers) => answers.filter(({ kind }) => kind === 'paid') }),
  ],
  ['the same bankRef, sent twice, moves money once', { bank: { forgetsRefs: true } }],
  [
    'the same bankRef, sent by two calls at once, moves money once',
    { bank: { booksSlowly: true } },
  ],
  ['an order that the bank has taken is not refused when it is sent again', refusingDuplicates],
  [
    'query returns what submit did with an order',
    saying({ query: (answers) => answers.map(() => ({ kind: 'absent' })) }),
  ],
  [
    'query answers absent for an order that was never sent',
    saying({
      query: (answers) => answers.map((one) => (one.kind === 'absent' ? { kind: 'unknown' } : one)),
    }),
  ],
  [
    'query never says that an order was paid which the bank refused',
    saying({ query: (answers) => answers.map((one) => (one.kind === 'refused' ? PAID : one)) }),
  ],
  [
    'query answers one for each order, in order',
    saying({ query: (answers) => answers.toSorted((a, b) => (a.kind < b.kind ? 1 : -1)) }),
  ],
  ['query moves no money', { bank: { paysOnQuery: true } }],
  [
    'the traits are complete, and of the types that the port declares',
    { rail: { traits: { ordersAGroup: 20_001 } } },
  ],
  ['each order of a group that the bank pays is answered with paid or accepted', answeringFirst],
  ['an order of a group that the bank refuses fails alone', { bank: { failsGroups: true } }],
  ['a group is debited at once, with its sum', { bank: { debitsEach: true } }],
  ['the same group, sent twice, moves money once', { bank: { forgetsRefs: true } }],
  [
    'an order that comes again in another group moves money once',
    { bank: { knowsGroupsOnly: true } },
  ],
  ['query finds each order of a group', forgettingGroups],
  [onSubmit('a bank that refuses connections'), { rail: { onFailure: 'refused' } }],
  [
    onSubmit('a bank that cuts the connection before it has answered'),
    { rail: { onFailure: 'refused' } },
  ],
  [onSubmit('a bank that answers 500'), { rail: { onStatus: 'refused' } }],
  [onSubmit('a bank that answers a page of HTML'), { rail: { onText: 'refused' } }],
  [
    onSubmit('a bank that ends its answer in the middle of the JSON'),
    { rail: { onText: 'refused' } },
  ],
  [onSubmit('a bank that answers too slowly'), { rail: { onFailure: 'refused' } }],
  [onQuery('a bank that refuses connections'), { rail: { onFailure: 'absent' } }],
  [
    onQuery('a bank that cuts the connection before it has answered'),
    { rail: { onFailure: 'absent' } },
  ],
  [onQuery('a bank that answers 500'), { rail: { onStatus: 'absent' } }],
  [onQuery('a bank that answers a page of HTML'), { rail: { onText: 'absent' } }],
  [
    onQuery('a bank that ends its answer in the middle of the JSON'),
    { rail: { onText: 'absent' } },
  ],
  [onQuery('a bank that answers too slowly'), { rail: { onFailure: 'absent' } }],
  ['submit gives up in time on a bank that answers too slowly', SLOW],
  ['query gives up in time on a bank that answers too slowly', SLOW],
  [
    'an order whose answer was lost is found by a query, and was paid once',
    saying({
      query: (answers) => answers.map((one) => (one.kind === 'paid' ? { kind: 'absent' } : one)),
    }),
  ],
  ['an order that arrives late is found by the queries after it', rememberingAbsence],
  [
    'an order that is sent again while the first is on its way moves money once',
    { bank: { forgetsRefs: true } },
  ],
  [
    'an order that arrives once its absence is final is never executed',
    { bank: { ignoresValidity: true } },
  ],
];

test.serial('a rail over HTTP that keeps every promise passes every check', async (t) => {
  const { bank, under } = await trial({});
  const report = await runKit(checkRail(under));
  await bank.close();

  t.is(kitReport({ ...report, passed: [] }), '');
  t.is(report.passed.length, checkRail(under).length);
});

test.serial('each check of the kit for rails has a mistake that it finds', async (t) => {
  const { bank, under } = await trial({});
  await bank.close();

  t.deepEqual(
    new Set(PLANTS.map(([sentence]) => sentence)),
    new Set(checkRail(under).map(({ sentence }) => sentence)),
  );
});

for (const [i, [sentence, plant]] of PLANTS.entries()) {
  test.serial(`mistake ${String(i + 1)} is found by its check: ${sentence}`, async (t) => {
    const { bank, under } = await trial(plant);
    t.teardown(bank.close);
    const checks = checkRail(under).filter((check) => check.sentence === sentence);
    const { failed } = await runKit(checks);

    t.deepEqual(
      failed.map((fault) => fault.sentence),
      [sentence],
    );
    t.true((failed[0]?.seen ?? '').length > 0);
  });
}

test.serial(
  'what the host gives no hook for is not checked, by name, and never passes',
  async (t) => {
    const { bank, under } = await trial({});
    t.teardown(bank.close);
    const { rail, pays } = under;
    const checks = checkRail({ rail, pays, ordersACall: 3 });
    const { passed, failed, notChecked } = await runKit(checks);

    t.deepEqual(failed, []);
    t.is(passed.length + notChecked.length, checks.length);
    const needs = notChecked.map((gap) => gap.needs).join('\n');
    for (const hook of [
      'timesPaid',
      'groupDebits',
      'refuses',
      'holdNextSubmit',
      ...WIRE_FAULTS.map(faultHook),
    ])
      t.true(needs.includes(`give ${hook}: `), hook);
    const [gap] = checks.filter((check) => check.notChecked !== undefined);
    await t.throwsAsync(gap?.run() ?? Promise.resolve(), { instanceOf: NotChecked });
  },
);

const faultHook = (fault: WireFault): string => `faults.${fault}`;

test.serial('what the rail does not declare is not checked', async (t) => {
  const traits = { deduplicates: false, canQuery: false, absenceFinalAfterMs: null };
  const { bank, under } = await trial({ rail: { traits } });
  t.teardown(bank.close);
  const { failed, notChecked } = await runKit(checkRail(under));

  t.deepEqual(failed, []);
  const needs = notChecked.map((gap) => gap.needs).join('\n');
  for (const said of ['deduplicates: false', 'canQuery: false', 'absenceFinalAfterMs: null'])
    t.true(needs.includes(said));
});

test.serial(
  'each check of the kit for rails names a sentence that stands in the port',
  async (t) => {
    const ports = new URL('../../../../core/src/ports/', import.meta.url);
    const files = (await readdir(ports)).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, ports), 'utf8')));
    const said = texts.join('\n').replaceAll(/\s+\*?\s+/g, ' ');
    const { bank, under } = await trial({});
    await bank.close();

    for (const { port } of checkRail(under))
      t.true(said.includes(port.slice(port.indexOf(': ') + 2)), port);
  },
);
