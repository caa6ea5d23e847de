import * as t from 'io-ts';
import { ISSUES_MAX, type Issue } from '../../../kernel/codecs/decode.js';
import { digest } from '../../../kernel/secrets/digest.js';

/** Characters of what is kept row by row. A sealer is given short texts, and a header is short. */
const KEPT_MAX = 2_000;
/** A run takes no more: two numbers below 20,001, and what stands around them. */
const RUN_LENGTH = 14;

/**
 * The verdicts of a preview, as its token keeps them: in words, each once, and how many rows after one another have it.
 * Where verdicts change so often that they do not fit, the rows from there on are kept as a digest alone; so are the
 * terms of all rows, which mostly differ from row to row.
 */
export const KeptVerdicts = t.strict({
  words: t.readonlyArray(t.string),
  /** Which of the words, and of how many rows. */
  runs: t.readonlyArray(t.tuple([t.number, t.number])),
  /** The digest of all rows behind these; of none, too. */
  rest: t.string,
  /** The digest of the terms of all rows. */
  terms: t.string,
});
export type KeptVerdicts = t.TypeOf<typeof KeptVerdicts>;

const digestFrom = (words: ReadonlyArray<string>, from: number): string => {
  const sum = digest();
  for (const one of words.slice(from)) sum.update(`${one}\n`);
  return sum.hex();
};

/**
 * Keeps the verdicts of a preview, in words, and the digest of the terms of its rows, so that {@link changesSince} can say
 * which are others by now.
 */
export const keepVerdicts = (all: ReadonlyArray<string>, terms: string): KeptVerdicts => {
  const places = new Map<string, number>();
  const runs: [number, number][] = [];
  let [room, kept] = [KEPT_MAX, 0];
  for (const words of all) {
    const last = runs.at(-1);
    if (last !== undefined && words === all[kept - 1]) last[1] += 1;
    else {
      const place = places.get(words);
      room -= RUN_LENGTH + (place === undefined ? words.length : 0);
      if (room < 0) break;
      if (place === undefined) places.set(words, places.size);
      runs.push([place ?? places.size - 1, 1]);
    }
    kept += 1;
  }
  return {
    words: [...places.keys()],
    runs,
    rest: digestFrom(all, kept),
    terms,
  };
};

/** The verdicts that are others now than in the preview, or else that terms are; none if all are the same. */
export const changesSince = (
  { words, runs, rest, terms: keptTerms }: KeptVerdicts,
  all: ReadonlyArray<string>,
  terms: string,
): ReadonlyArray<Issue> => {
  const changes: Issue[] = [];
  let row = 0;
  for (const [place, count] of runs) {
    for (const end = row + count; row < end; row += 1) {
      const [before, now] = [words[place], all[row]];
      if (changes.length >= ISSUES_MAX) return changes;
      if (before !== now)
        changes.push({
          pointer: `/payments/${String(row)}`,
          code: 'changed',
          detail: `was ${String(before)}, is now ${String(now)}`,
        });
    }
  }
  if (digestFrom(all, row) !== rest)
    changes.push({
      pointer: '/payments',
      code: 'changed',
      detail: `a verdict changed from payment ${String(row)} on, counted from 0; preview the batch again to see which`,
    });
  if (changes.length === 0 && terms !== keptTerms)
    changes.push({
      pointer: '/payments',
      code: 'changed',
      detail:
        'a payee, an account, a payment method, what the bank is told or who has to approve is another now; preview the batch again',
    });
  return changes;
};
