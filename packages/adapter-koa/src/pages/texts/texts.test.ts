import { Instruction, PayoutStatus, rupees } from '@hundi/core';
import { INCIDENT_KINDS } from '@hundi/core/wire';
import test from 'ava';
import { ENGLISH, type Texts } from './english.js';
import { ENGLISH_FRAME } from './english-frame.js';
import { HINDI } from './hindi.js';
import { LANGUAGES, OFFERED, textsOf } from './languages.js';
import { englishIn } from '../../testing/words.js';

/** What a text takes: each is tried until one fits. */
const SAMPLES = [
  [7, 7, 7, 7],
  ['X7', 'X7', 'X7', 'X7'],
  [['X7']],
  ['new_payee', 'X7', 'X7'],
] as const;

const saidBy = (text: (...given: ReadonlyArray<unknown>) => unknown): string => {
  for (const sample of SAMPLES) {
    try {
      const said = text(...sample);
      if (typeof said === 'string') return said;
    } catch {
      // Another sample is what it takes.
    }
  }
  throw new Error(`nothing fits ${String(text)}`);
};

/** Every text of a language, each by its path; days and what the engine says have tests of their own. */
const textsIn = (node: unknown, path = ''): ReadonlyArray<readonly [string, string]> => {
  if (/^\.(?:moment|day|time|engine|locale|language)$/.test(path)) return [];
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, saidBy(node as () => unknown)]];
  return Object.entries(node as object).flatMap(([key, one]) => textsIn(one, `${path}.${key}`));
};

const IN_ENGLISH: Texts = { ...ENGLISH_FRAME, ...ENGLISH };

const DEVANAGARI = /[\u0900-\u097f]/;

/** Names of a file and of its columns, which programs read. */
const FOR_PROGRAMS = /^\.reports\.columns\.\d+$/;

test('a language says all that another says, and fills the same places', async (t) => {
  const pathsOf = (texts: Texts) => textsIn(texts).map(([path]) => path);
  for (const { language } of OFFERED) {
    const texts = await textsOf(language);
    t.is(texts.language, language);
    t.deepEqual(pathsOf(texts).toSorted(), pathsOf(IN_ENGLISH).toSorted(), language);
    const english = new Map(textsIn(IN_ENGLISH));
    for (const [path, text] of textsIn(texts))
      t.is(text.includes('{}'), english.get(path)?.includes('{}') ?? false, `${language} ${path}`);
  }
  t.is(Object.keys(LANGUAGES).length, OFFERED.length);
});

test('no English text has a letter of Hindi', (t) => {
  for (const [path, text] of textsIn(IN_ENGLISH)) t.notRegex(text, DEVANAGARI, path);
});

test('no Hindi text has an English word but terms and names', (t) => {
  for (const [path, text] of textsIn(HINDI))
    if (!FOR_PROGRAMS.test(path)) t.deepEqual(englishIn(text), [], `${path}: ${text}`);
});

/** What only operators type or read: commands, calls, names of settings, fields and files. */
const FOR_OPERATORS =
  /[`/]|\b[Hh]undi\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b|[a-z]_[a-z]|[a-z][A-Z]|\b[Ll]ogs?\b/;

test('every kind of incident tells people of a corporate in each language what they can do, and names no command', async (t) => {
  for (const { language } of OFFERED) {
    const { kinds } = (await textsOf(language)).incidents;
    t.deepEqual(Object.keys(kinds).toSorted(), INCIDENT_KINDS.toSorted(), language);
    for (const [kind, { meaning, meanwhile, steps }] of Object.entries(kinds)) {
      t.true(steps.length > 0, `${language} ${kind}`);
      for (const text of [meaning, meanwhile, ...steps]) {
        t.regex(text, /[.।]$/, `${language} ${kind}`);
        t.notRegex(text, FOR_OPERATORS, `${language} ${kind}: ${text}`);
      }
    }
  }
});

test('a text that is given something says it', (t) => {
  const said = ({ login, approvals, cardPage, pay }: Texts) => [
    login.sent('asha@acme.example'),
    approvals.ask.approve(2_000, '₹1,00,000.00'),
    cardPage.paid('₹1,00,000.00', 'Acme'),
    pay.payee('Sharma', 'S1'),
  ];
  for (const texts of [IN_ENGLISH, HINDI]) {
    const [sent = '', ask = '', paid = '', payee = ''] = said(texts);
    t.true(sent.includes('asha@acme.example'));
    t.true(ask.includes('2,000') && ask.includes('₹1,00,000.00'));
    t.true(paid.includes('₹1,00,000.00') && paid.includes('Acme'));
    t.is(payee, '\u2068Sharma\u2069 (S1)');
  }
});

test('numbers, days and rupees are written as in India, in the digits of both languages', (t) => {
  const at = Date.UTC(2026, 10, 27, 15, 4);
  t.is(IN_ENGLISH.moment(at, 'Asia/Kolkata'), '27 Nov 2026, 20:34');
  t.is(HINDI.moment(at, 'Asia/Kolkata'), '27 नव॰ 2026, 20:34');
  t.is(HINDI.day('2026-03-31'), '31 मार्च 2026');
  t.is(HINDI.time(at, 'Asia/Kolkata'), '20:34');
  t.is(HINDI.job.checked(100_000, 1_234_567), '12,34,567 भुगतान में से 1,00,000 की जाँच हुई');
  // So the one way in which core writes amounts is that of both locales.
  for (const { locale } of [IN_ENGLISH, HINDI]) {
    const inLocale = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' });
    for (const paise of [1, 99_900, 10_000_000, 123_456_789_012])
      t.is(rupees(paise), inLocale.format(paise / 100));
  }
});

test('the engine is quoted in English, and in Hindi by its codes; the words of a bank stay as they are', (t) => {
  const words = 'The beneficiary does not exist.';
  t.is(IN_ENGLISH.engine.coded('beneficiary_not_found', words), words);
  t.is(HINDI.engine.coded('beneficiary_not_found', words), 'यह लाभार्थी मौजूद नहीं है।');
  t.is(HINDI.engine.coded('R-17', 'Account is dormant'), 'Account is dormant');
  const { refusal } = HINDI.engine;
  t.is(refusal({ _tag: 'AlreadyApproved' } as never, ''), 'आप इस भुगतान को पहले ही अनुमोदित कर चुके हैं।');
  t.regex(refusal({ _tag: 'LinkNotFound' } as never, ''), DEVANAGARI);
});

test('a payout that has moved on is told by what became of it, and not by the name of its status', (t) => {
  for (const { engine } of [IN_ENGLISH, HINDI]) {
    const said = Object.keys(PayoutStatus.keys).map((status) =>
      engine.refusal({ _tag: 'WrongPayoutStatus', status } as never, 'words for programs'),
    );
    t.is(new Set(said).size, said.length);
    for (const text of said)
      t.notRegex(text, /words for programs|undefined|_|transaction|operation/);
  }
});

test('in Hindi an invalid value is told by what is expected in its place, of every column', (t) => {
  const { coded } = HINDI.engine;
  const places = Object.keys({ ...Instruction.required, ...Instruction.optional });
  const said = places.map((place) => coded('invalid', '', place));
  t.is(new Set([...said, coded('invalid', '')]).size, places.length + 1);
  for (const text of said) t.deepEqual(englishIn(text), [], text);
  for (const [column, instead] of [
    ['beneficiaryId', 'beneId'],
    ['amount', 'amountRupees'],
  ] as const)
    t.regex(coded('missing_column', '', column), new RegExp(instead));
  t.not(coded('long_row', ''), coded('quotes', ''));
});
