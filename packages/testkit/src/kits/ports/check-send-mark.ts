import type { Mark, SendMark } from '@hundi/core';
import { checksOf, expecting, type KitCheck, type Rule } from '../check/check.js';
import { hook } from '../check/needs.js';

/** A send mark, in a place that several processes share. */
export interface SendMarkUnderTest {
  /**
   * Prepares a place in which no mark was kept yet. The function that it returns opens the mark there, each time as
   * another process would.
   */
  readonly freshPlace: () => (() => SendMark) | Promise<() => SendMark>;
  /** Prepares a place that can be neither read nor written, and opens the mark there. */
  readonly brokenPlace?: () => SendMark | Promise<SendMark>;
}

const markOf = (token: number): Mark => ({ token, at: 1_772_425_800_000 + token });

const shown = (mark: Mark | undefined): string =>
  mark === undefined ? 'no mark' : `token ${String(mark.token)} at ${String(mark.at)}`;

const expectMark = async (mark: SendMark, token: number): Promise<void> => {
  const [wanted, seen] = [markOf(token), await mark.read()];
  expecting(seen?.token === wanted.token && seen.at === wanted.at, shown(wanted), shown(seen));
};

const KEEPS = 'SendMark.raise: Keeps the mark, unless a higher one is kept.';
const SHARES = 'SendMark: Processes that share a database share the mark.';

const RULES: ReadonlyArray<Rule<SendMarkUnderTest>> = [
  {
    sentence: 'no mark is there before the first is raised',
    port: 'SendMark.read: The highest mark that was kept; undefined when none was.',
    run: async ({ freshPlace }) => {
      const seen = await (await freshPlace())().read();
      expecting(seen === undefined, 'undefined', shown(seen));
    },
  },
  {
    sentence: 'a mark that was raised is read, with its moment',
    port: KEEPS,
    run: async ({ freshPlace }) => {
      const mark = (await freshPlace())();
      await mark.raise(markOf(7));
      await expectMark(mark, 7);
    },
  },
  {
    sentence: 'a lower mark leaves the higher one',
    port: KEEPS,
    run: async ({ freshPlace }) => {
      const mark = (await freshPlace())();
      for (const token of [7, 2 ** 45, 9]) await mark.raise(markOf(token));
      await expectMark(mark, 2 ** 45);
    },
  },
  {
    sentence: 'marks that are raised at once leave the highest',
    port: KEEPS,
    run: async ({ freshPlace }) => {
      const open = await freshPlace();
      const [one, other] = [open(), open()];
      await Promise.all(
        [5, 9, 1, 7, 8, 3].map((token, i) => (i % 2 === 0 ? one : other).raise(markOf(token))),
      );
      await expectMark(open(), 9);
    },
  },
  {
    sentence: 'a mark is read by a process that starts later',
    port: SHARES,
    run: async ({ freshPlace }) => {
      const open = await freshPlace();
      await open().raise(markOf(7));
      await expectMark(open(), 7);
    },
  },
  {
    sentence: 'a mark that another process has raised is read by one that runs',
    port: SHARES,
    run: async ({ freshPlace }) => {
      const open = await freshPlace();
      const [one, other] = [open(), open()];
      await one.raise(markOf(7));
      await other.read();
      await other.raise(markOf(8));
      await expectMark(one, 8);
      await one.raise(markOf(6));
      await expectMark(other, 8);
    },
  },
  {
    sentence: 'a raise that cannot be kept rejects',
    port: 'SendMark.raise: A rejection keeps the engine from making that call.',
    needs: hook('brokenPlace', 'a place that can be neither read nor written'),
    run: async ({ brokenPlace }) => {
      const raised = await brokenPlace?.();
      const rejected = await raised?.raise(markOf(1)).then(
        () => false,
        () => true,
      );
      expecting(rejected === true, 'a rejection', 'a mark that was said to be kept');
    },
  },
  {
    sentence: 'a mark that cannot be read rejects, and is not said to be missing',
    port: 'SendMark.read: A rejection keeps the engine from sending.',
    needs: hook('brokenPlace', 'a place that can be neither read nor written'),
    run: async ({ brokenPlace }) => {
      const mark = await brokenPlace?.();
      const seen = await mark?.read().then(shown, () => undefined);
      expecting(seen === undefined, 'a rejection', String(seen));
    },
  },
];

/** The checks of a send mark: it never goes down, and all processes see it. */
export const checkSendMark = (under: SendMarkUnderTest): ReadonlyArray<KitCheck> =>
  checksOf(RULES, under);
