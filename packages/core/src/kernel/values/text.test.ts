import test from 'ava';
import fc from 'fast-check';
import type * as io from 'io-ts';
import { E } from '../fp.js';
import {
  AccountNumber,
  ApiRefNumber,
  BeneId,
  Comment,
  Email,
  IdempotencyKey,
  FilledLabel,
  Ifsc,
  Label,
  Name,
  PhoneNumber,
  Reference,
  Remark,
} from './text.js';

type Text = Pick<io.Mixed, 'decode' | 'is' | 'name'>;

const accepts = (codec: Text, input: unknown): boolean => E.isRight(codec.decode(input));

/** A sample of each codec that holds codes, to be spoilt at every place. */
const codes: ReadonlyArray<readonly [Text, string]> = [
  [Reference, 'INV-2026/001'],
  [IdempotencyKey, 'order:4711'],
  [BeneId, 'SHARMA01'],
  [AccountNumber, '123456780001'],
  [Ifsc, 'HDFC0000001'],
  [Email, 'maker@acme.example'],
];
const texts: ReadonlyArray<readonly [Text, string]> = [
  [ApiRefNumber, 'March salaries'],
  [Name, 'Sharma Steel'],
  [Remark, 'rent'],
  [Label, 'north'],
  [Comment, 'fine with me'],
];

/** Characters that fold, hide, reorder or end a text (F53). */
const tricks = [
  ['a dotless i', 'ı'],
  ['a dotted capital I', 'İ'],
  ['a long s', 'ſ'],
  ['a sharp s', 'ß'],
  ['a ligature', 'ﬁ'],
  ['a Kelvin sign', '\u212a'],
  ['an Angstrom sign', '\u212b'],
  ['a full-width digit', '１'],
  ['a Devanagari digit', '१'],
  ['a Cyrillic a', 'а'],
] as const;
const hidden = [
  ['a NUL', '\u0000'],
  ['a newline', '\n'],
  ['a tab', '\t'],
  ['a delete character', '\x7f'],
  ['a C1 control', '\u0085'],
  ['a right-to-left override', '\u202e'],
  ['a right-to-left mark', '\u200f'],
  ['an isolate', '\u2066'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a combining grapheme joiner', '\u034f'],
  ['a Hangul filler', '\u3164'],
  ['a line separator', '\u2028'],
  ['a tag character', '\u{e0041}'],
  ['a lone surrogate', '\ud800'],
] as const;

const spoilt = (sample: string, character: string): ReadonlyArray<string> => [
  character + sample,
  sample.slice(0, 3) + character + sample.slice(3),
  sample + character,
];

for (const [codec, sample] of [...codes, ...texts]) {
  test(`${codec.name} takes its sample as it is`, (t) => {
    t.deepEqual(codec.decode(sample), E.right(sample));
    t.true(codec.is(sample));
  });

  for (const [what, character] of hidden) {
    test(`${codec.name} refuses ${what}, wherever it stands`, (t) => {
      for (const text of spoilt(sample, character)) {
        t.false(accepts(codec, text));
        t.false(codec.is(text));
      }
    });
  }

  test(`${codec.name} refuses a value that is no string`, (t) => {
    for (const input of [1, null, undefined, true, [sample], { length: 5 }]) {
      t.false(accepts(codec, input));
      t.false(codec.is(input));
    }
  });

  test(`${codec.name} refuses a hundred thousand characters`, (t) => {
    for (const pump of ['a', '1', 'A1', ' ', '@', '.', 'a@', '\n', 'ı', '\u0344']) {
      const long = pump.repeat(100_000 / pump.length);
      for (const text of [long, `${long}\n`, `${long}!`, `a@${long}!`])
        t.false(accepts(codec, text));
    }
  });

  test(`${codec.name} says what it expects without the value`, (t) => {
    const decoded = codec.decode('secret\u202e'.repeat(99));
    t.true(E.isLeft(decoded));
    for (const { message } of E.isLeft(decoded) ? decoded.left : []) {
      t.truthy(message);
      t.notRegex(message ?? '', /secret/);
    }
  });
}

for (const [codec, sample] of codes) {
  for (const [what, character] of tricks) {
    test(`${codec.name} refuses ${what}`, (t) => {
      for (const text of spoilt(sample, character)) t.false(accepts(codec, text));
    });
  }
}

for (const [codec, least, most, character] of [
  [Reference, 1, 100, 'R'],
  [ApiRefNumber, 2, 100, 'R'],
  [IdempotencyKey, 1, 255, 'k'],
  [BeneId, 3, 40, 'B'],
  [AccountNumber, 6, 34, '7'],
  [Ifsc, 5, 20, 'I'],
  [Name, 1, 200, 'ü'],
  [Remark, 0, 100, 'ü'],
  [Label, 0, 100, 'ü'],
  [Comment, 0, 500, 'ü'],
] as ReadonlyArray<readonly [Text, number, number, string]>) {
  test(`${codec.name} takes ${String(least)} to ${String(most)} characters`, (t) => {
    t.true(accepts(codec, character.repeat(least)));
    t.true(accepts(codec, character.repeat(most)));
    t.false(accepts(codec, character.repeat(most + 1)));
    if (least > 0) t.false(accepts(codec, character.repeat(least - 1)));
  });
}

test('a beneId is raised after the check, so nothing folds into a legal letter', (t) => {
  t.deepEqual(BeneId.decode('sharma01') as unknown, E.right('SHARMA01'));
  t.false(BeneId.is('sharma01'));
  for (const text of ['groß1', 'sharmı01', 'ſteel1', 'ﬁx01', '\u212a123']) {
    t.false(accepts(BeneId, text));
  }
});

test('an IFSC is raised after the check', (t) => {
  t.deepEqual(Ifsc.decode('hdfc0000001') as unknown, E.right('HDFC0000001'));
  t.false(Ifsc.is('hdfc0000001'));
  for (const text of ['hdfı0000001', 'ſbin0000001', 'hdfc 000001']) t.false(accepts(Ifsc, text));
});

const PHONES = [
  '+919800000001',
  '022-2345678',
  '(022) 234 5678',
  '1234567',
  '123456789012345',
  '+ 91 98000 00001',
  '+(91) 9800000001',
  '+1 (555) 010-9999',
];
const NO_PHONES = [
  '',
  ' ',
  '-',
  '123456',
  '1234567890123456',
  '+',
  '+0919800000001',
  '98000+00001',
  '++9198000',
  '98000x00001',
  '٠١٢٣٤٥٦٧٨',
  '9800000001;ext=7',
  '98000\n00001',
  '+91\u00a09800000001',
  '1'.padEnd(60, ' ').concat('234567'),
  '1 '.repeat(50_000),
];

test('a phone number has 7 to 15 digits, and is kept as it is written', (t) => {
  for (const text of PHONES) t.deepEqual(PhoneNumber.decode(text) as unknown, E.right(text));
  for (const text of NO_PHONES) t.false(accepts(PhoneNumber, text), text.slice(0, 40));
});

test('a phone number has 7 to 15 digits beside spaces, hyphens and parentheses', (t) => {
  const written = fc.string({
    unit: fc.constantFrom(...Array.from('+0123456789 ()-x')),
    maxLength: 25,
  });
  fc.assert(
    fc.property(written, (text) => {
      const bare = text.replace(/[ ()-]/g, '');
      t.is(accepts(PhoneNumber, text), /^(?:\+[1-9][0-9]{6,14}|[0-9]{7,15})$/.test(bare));
    }),
    { numRuns: 2_000, examples: [...PHONES, ...NO_PHONES.slice(0, 9)].map((text) => [text]) },
  );
});

test('a label with visible text is accepted', (t) => {
  for (const text of ['', ' ', '\u3000']) t.false(accepts(FilledLabel, text));
  t.true(accepts(FilledLabel, 'vendor'));
});

test('a beneId has neither spaces nor special characters', (t) => {
  for (const text of ['SHA RMA', 'SHA-RMA', 'SHA_RMA', ' SHARMA', 'SHARMA ', 'SHÄRMA']) {
    t.false(accepts(BeneId, text));
  }
});

test('names come out in NFC, and what comes out is a name', (t) => {
  t.deepEqual(Name.decode('Zoe\u0308') as unknown, E.right('Zoë'));
  t.deepEqual(Name.decode('\u212bngström') as unknown, E.right('Ångström'));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 250 }), (text) => {
      const decoded = Name.decode(text);
      if (E.isLeft(decoded)) return;
      t.true(Name.is(decoded.right));
      t.true(decoded.right.normalize('NFC') === decoded.right);
      t.true(Array.from(decoded.right).length <= 200);
      t.deepEqual(Name.decode(decoded.right), decoded);
    }),
  );
});

test('the length of a text is measured after normalisation', (t) => {
  t.true(accepts(Name, 'e\u0301'.repeat(200)));
  t.false(accepts(Name, 'e\u0301'.repeat(201)));
  // U+0344 becomes two characters, U+FB2C three.
  t.true(accepts(Name, `1${'\u0344'.repeat(99)}`));
  t.false(accepts(Name, '1\u0344'.repeat(67)));
  t.false(accepts(Name, '\ufb2c'.repeat(67)));
});

test('a character is one, also where it takes two places in a string', (t) => {
  for (const [codec, most] of [
    [Name, 200],
    [Remark, 100],
    [Comment, 500],
  ] as const) {
    t.true(accepts(codec, '𝄞'.repeat(most)));
    t.false(accepts(codec, '𝄞'.repeat(most + 1)));
    t.false(accepts(codec, `${'𝄞'.repeat(most)}a`));
  }
});

test('a name needs a visible character', (t) => {
  for (const text of ['', ' ', '   ', '\u00a0', '\u3000']) t.false(accepts(Name, text));
});

test('names of every script pass', (t) => {
  for (const text of [
    'शर्मा स्टील',
    'চট্টোপাধ্যায়',
    '三菱商事',
    'Åse Ødegård',
    "O'Brien & Sons (P) Ltd.",
  ]) {
    t.true(accepts(Name, text));
  }
});

const WITH_JOINERS = [
  ['a Hindi conjunct kept apart', 'क्\u200cष'],
  ['a Marathi eyelash ra', 'दर्\u200dया'],
  ['a Malayalam chillu at the end of a word', 'അവന\u0d4d\u200d'],
  ['a Malayalam chillu before a space', 'അവന\u0d4d\u200d സ്റ്റീൽ'],
  ['an Urdu compound', 'می\u200cخواہم'],
  ['an Urdu compound with its vowels', 'مِی\u064e\u200cخواہم'],
  ['a Kannada loanword that ends in a virama', 'ಬ್ಯಾಂಕ್\u200c ಸಾಲ'],
  ['a Telugu loanword that ends in a virama', 'సాఫ్ట్‌వేర్\u200c'],
  ['a Tamil word before a full stop', 'பேங்க்\u200c.'],
  ['a Bengali khanda ta of old spelling', 'উত্\u200d'],
  ['a Nepali word before a Latin one', 'बैंक्\u200cABC'],
  ['a Meetei Mayek word', '\uabc0\uabed\u200c'],
  ['a Brahmi word', '\u{11013}\u{11046}\u200d'],
] as const;

for (const codec of [Name, Remark, Label, Comment, ApiRefNumber])
  for (const [what, text] of WITH_JOINERS)
    test(`${codec.name} takes ${what}`, (t) => {
      t.deepEqual((codec as Text).decode(text), E.right(text.normalize('NFC')));
    });

for (const [what, text] of [
  ['between Latin letters', 'Ac\u200dme'],
  ['at the beginning', '\u200dकष'],
  ['at the end', 'कष\u200c'],
  ['beside a space', 'क \u200dष'],
  ['after another', 'क्\u200c\u200dष'],
  ['between digits', '1\u200d2'],
  ['between a Hindi and a Latin letter', 'क\u200da'],
  ['after another behind a virama at the end', 'ಬ್ಯಾಂಕ್\u200c\u200c'],
  ['between a picture and a letter', '\u{1f469}\u200da'],
  ['between a letter and a picture', 'a\u200d\u{1f4bb}'],
  ['twice between two pictures', '\u{1f469}\u200d\u200d\u{1f4bb}'],
  ['behind a picture', '\u{1f469}\u200d'],
] as const)
  test(`a joiner ${what} is hidden`, (t) => {
    for (const codec of [Name, Remark, Label, Comment, ApiRefNumber]) t.false(accepts(codec, text));
  });

for (const [what, emoji] of [
  ['a heart in colour', '\u2764\ufe0f'],
  ['a heart in black', '\u2764\ufe0e'],
  ['a person at work', '\u{1f469}\u200d\u{1f4bb}'],
  ['a person at work, of one tone of skin', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'],
  ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a flag', '\u{1f1ee}\u{1f1f3}'],
] as const)
  test(`every text but a name takes ${what}`, (t) => {
    const text = `Thanks ${emoji}`;
    for (const codec of [Remark, Label, FilledLabel, Comment, ApiRefNumber] as ReadonlyArray<Text>)
      t.deepEqual(codec.decode(text), E.right(text));
    t.is(
      accepts(Name, text),
      !['\u200d', '\ufe0e', '\ufe0f'].some((hider) => text.includes(hider)),
    );
  });

for (const [what, text] of [
  ['behind a letter', 'a\ufe0f'],
  ['behind a digit', '1\ufe0f'],
  ['behind a Hindi letter', 'क\ufe0e'],
  ['twice', '\u2764\ufe0f\ufe0f'],
  ['alone', '\ufe0f'],
  ['of ideographs', '\u845b\u{e0100}'],
] as const)
  test(`a variation selector ${what} is hidden`, (t) => {
    for (const codec of [Name, Remark, Label, Comment, ApiRefNumber]) t.false(accepts(codec, text));
  });

test('an apiRefNumber takes any script, and not blanks alone', (t) => {
  for (const text of ['मार्च वेतन', '三月', 'Gehälter März', 'a ', 'R1', '🙂🙂'])
    t.true(accepts(ApiRefNumber, text), text);
  for (const text of ['  ', '\u3000\u3000', '三', '🙂', '三'.repeat(101)])
    t.false(accepts(ApiRefNumber, text), text);
});

test('an apiRefNumber is kept as it was sent, for who compares the echo with it', (t) => {
  for (const text of ['e\u0301t\u00e9', '\u0958\u0959', '\u2764\ufe0fx'])
    t.deepEqual(ApiRefNumber.decode(text), E.right(text as ApiRefNumber));
});

test('an e-mail address is one address on one line', (t) => {
  for (const text of [
    'first.last+tag@mail.example.co.in',
    "o'brien_1@a-b.example",
    'a@b',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  ])
    t.true(accepts(Email, text), text);
  for (const text of [
    'maker',
    '@acme.example',
    'maker@',
    'a@b@acme.example',
    'maker@acme.example\r\nBcc: x@evil.example',
    'maker @acme.example',
    'maker@acme example',
    'mäker@acme.example',
    'maker@[127.0.0.1]',
    'maker@127.0.0.1',
    'a,b@c.example',
    '"a b"@c.example',
    'a;b@c.example',
    '<a>@c.example',
    'a(b)@c.example',
    'a%b@c.example',
    'a!b@c.example',
    'a\\b@c.example',
    '`a`@c.example',
    '-oQ@c.example',
    '.a@c.example',
    'a.@c.example',
    'a..b@c.example',
    'a@.example',
    'a@b..example',
    'a@b.example.',
    'a@-b.example',
    'a@b-.example',
    'a@b_c.example',
    `a@${'b'.repeat(64)}.example`,
    `${'a'.repeat(65)}@b.example`,
    `a@${'b.'.repeat(127)}example`,
  ]) {
    t.false(accepts(Email, text));
  }
});
