import type { Sealer } from '@hundi/core';
import { checksOf, expecting, type KitCheck, type Rule } from '../check/check.js';
import { hook } from '../check/needs.js';

/** A sealer, and others over the same or other keys. Each that is left out leaves rules unchecked. */
export interface SealerUnderTest {
  /** Opens the sealer, each time as another process would. */
  readonly sealer: () => Sealer;
  /** Opens it after a rotation: it seals with a new key, and opens with either. */
  readonly rotated?: () => Sealer;
  /** Opens one of the same kind that has none of its keys. */
  readonly stranger?: () => Sealer;
  /** Opens one whose keys cannot be reached. */
  readonly away?: () => Sealer;
}

const CONTEXT = 'kit/purpose 1';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SECRETS = [SECRET, '', 'पैसा 💶', 'x'.repeat(2_000)];

/** At how many places a text is changed, its first and its last among them. */
const PLACES = 48;

const shown = (opened: string | undefined): string => {
  if (opened === undefined) return 'undefined';
  return opened === SECRET ? 'the secret' : 'another text';
};

const expectClosed = async (sealer: Sealer, sealed: string, context = CONTEXT): Promise<void> => {
  const opened = await sealer.open(sealed, context);
  expecting(opened === undefined, 'undefined', shown(opened));
};

/** The text, changed at one place after the other; and shortened, and none at all. */
const changesOf = (sealed: string): ReadonlyArray<string> => {
  const step = Math.max(1, Math.floor(sealed.length / PLACES));
  const places = Array.from({ length: sealed.length }, (_, i) => i).filter(
    (i) => i % step === 0 || i === sealed.length - 1,
  );
  return [
    ...places.map(
      (i) => sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1),
    ),
    sealed.slice(0, -1),
    sealed.slice(0, sealed.length / 2),
    `${sealed}A`,
    'no text of ours',
    '',
  ];
};

/** The spellings in which a secret could stand in a text. */
const spellingsOf = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64url'), bytes.toString('base64'), bytes.toString('hex')];
};

const OPEN =
  'Sealer.open: The secret; undefined when the text was changed, or sealed for another context or under a key that is not here.';
const CURRENT =
  'Sealer.isCurrent: Whether the text is sealed as {@link seal} would seal it now, under the same key.';

const opening: ReadonlyArray<Rule<SealerUnderTest>> = [
  {
    sentence: 'a secret that was sealed opens for its purpose, to the letter',
    port: OPEN,
    run: async ({ sealer }) => {
      const one = sealer();
      for (const secret of SECRETS) {
        const opened = await one.open(await one.seal(secret, CONTEXT), CONTEXT);
        expecting(opened === secret, 'the secret', shown(opened));
      }
    },
  },
  {
    sentence: 'a process that starts later opens what was sealed',
    port: OPEN,
    run: async ({ sealer }) => {
      const opened = await sealer().open(await sealer().seal(SECRET, CONTEXT), CONTEXT);
      expecting(opened === SECRET, 'the secret', shown(opened));
    },
  },
  {
    sentence: 'a secret does not open for another purpose',
    port: 'Sealer: what was sealed for one purpose does not open for another.',
    run: async ({ sealer }) => {
      const one = sealer();
      const sealed = await one.seal(SECRET, CONTEXT);
      for (const other of ['kit/purpose 2', `${CONTEXT} `, ''])
        await expectClosed(one, sealed, other);
    },
  },
  {
    sentence: 'a text that was changed anywhere does not open, and open does not reject',
    port: OPEN,
    run: async ({ sealer }) => {
      const one = sealer();
      for (const changed of changesOf(await one.seal(SECRET, CONTEXT)))
        await expectClosed(one, changed);
    },
  },
  {
    sentence: 'a sealed text does not show its secret',
    port: 'Sealer: Keeps secrets that must be read again (signing keys) under a key that the database does not hold',
    run: async ({ sealer }) => {
      const sealed = await sealer().seal(SECRET, CONTEXT);
      const isShown = spellingsOf(SECRET).some((spelling) => sealed.includes(spelling));
      expecting(!isShown, 'a text that hides the secret', 'the secret in the text');
    },
  },
  {
    sentence: 'secrets that are sealed and opened at once do not mix',
    port: OPEN,
    run: async ({ sealer }) => {
      const one = sealer();
      const turns = Array.from({ length: 20 }, (_, i) => `secret ${String(i)}`);
      const opened = await Promise.all(
        turns.map(async (turn) => one.open(await one.seal(turn, turn), turn)),
      );
      const mixed = turns.filter((turn, i) => opened[i] !== turn);
      expecting(mixed.length === 0, 'each its own secret', `${String(mixed.length)} others`);
    },
  },
  {
    sentence: 'openMany answers as open does, in order',
    port: 'Sealer.openMany: The secrets of several texts, in their order, each as {@link open} answers it.',
    needs: ({ sealer }) =>
      sealer().openMany === undefined
        ? 'the sealer has no openMany, and open is called for each text'
        : undefined,
    run: async ({ sealer }) => {
      const one = sealer();
      const texts = [
        { sealed: await one.seal('first', CONTEXT), context: CONTEXT },
        { sealed: 'no text of ours', context: CONTEXT },
        { sealed: await one.seal('second', CONTEXT), context: 'another' },
        { sealed: await one.seal('third', CONTEXT), context: CONTEXT },
      ];
      const opened = [...((await one.openMany?.(texts)) ?? [])];
      const wanted = ['first', undefined, undefined, 'third'];
      const fits = opened.length === wanted.length && wanted.every((text, i) => opened[i] === text);
      expecting(fits, wanted.map(String).join(', '), opened.map(String).join(', '));
    },
  },
];

const keys: ReadonlyArray<Rule<SealerUnderTest>> = [
  {
    sentence: 'a text that was just sealed is current, and one of no sealer is not',
    port: CURRENT,
    run: async ({ sealer }) => {
      const one = sealer();
      const own = await one.isCurrent(await one.seal(SECRET, CONTEXT));
      const foreign = await one.isCurrent('no text of ours');
      expecting(own && !foreign, 'true, then false', `${String(own)}, then ${String(foreign)}`);
    },
  },
  {
    sentence: 'after a rotation old texts open and are not current, and new ones are',
    port: CURRENT,
    needs: hook('rotated', 'the sealer with a new key, which opens with either'),
    run: async ({ sealer, rotated = sealer }) => {
      const after = rotated();
      const [old, fresh] = [
        await sealer().seal(SECRET, CONTEXT),
        await after.seal(SECRET, CONTEXT),
      ];
      for (const sealed of [old, fresh]) {
        const opened = await after.open(sealed, CONTEXT);
        expecting(opened === SECRET, 'the secret', shown(opened));
      }
      const current = [await after.isCurrent(old), await after.isCurrent(fresh)];
      expecting(
        current[0] === false && current[1] === true,
        'false for the old text, true for the new one',
        current.map(String).join(', '),
      );
    },
  },
  {
    sentence: 'a sealer without the key opens nothing, and does not reject',
    port: OPEN,
    needs: hook('stranger', 'a sealer that has none of the keys'),
    run: async ({ sealer, stranger = sealer }) => {
      await expectClosed(stranger(), await sealer().seal(SECRET, CONTEXT));
    },
  },
  {
    sentence: 'a sealer that cannot be reached rejects, and calls no text changed',
    port: 'Sealer: Each method rejects while the sealer cannot be reached, and only then',
    needs: hook('away', 'a sealer whose keys cannot be reached'),
    run: async ({ sealer, away = sealer }) => {
      const sealed = await sealer().seal(SECRET, CONTEXT);
      const gone = away();
      for (const [name, call] of [
        ['seal', () => gone.seal(SECRET, CONTEXT)],
        ['open', () => gone.open(sealed, CONTEXT)],
      ] as const) {
        const answered = await call().then(
          () => true,
          () => false,
        );
        expecting(!answered, `a rejection of ${name}`, 'an answer');
      }
    },
  },
];

/** The checks of a sealer: secrets open for their purpose and under their key, and for nothing else. */
export const checkSealer = (under: SealerUnderTest): ReadonlyArray<KitCheck> =>
  checksOf([...opening, ...keys], under);
