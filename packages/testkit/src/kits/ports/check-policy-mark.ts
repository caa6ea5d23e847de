import type { CorporateTenantId, PolicyMark } from '@hundi/core';
import { checksOf, expecting, type KitCheck, type Rule } from '../check/check.js';
import { hook } from '../check/needs.js';

/** A policy mark, in a place that several processes share. */
export interface PolicyMarkUnderTest {
  /**
   * Prepares a place in which no version was kept yet. The function that it returns opens the mark there, each time as
   * another process would.
   */
  readonly freshPlace: () => (() => PolicyMark) | Promise<() => PolicyMark>;
  /** Prepares a place that can be neither read nor written, and opens the mark there. */
  readonly brokenPlace?: () => PolicyMark | Promise<PolicyMark>;
}

const [ACME, GLOBEX] = ['acme', 'globex "Zoë" \\ \n'] as [CorporateTenantId, CorporateTenantId];

const shown = (versions: ReadonlyMap<string, number>): string =>
  JSON.stringify([...versions].sort());

const expectVersions = async (
  mark: PolicyMark,
  versions: Readonly<Record<string, number>>,
): Promise<void> => {
  const [wanted, seen] = [shown(new Map(Object.entries(versions))), shown(await mark.read())];
  expecting(seen === wanted, wanted, seen);
};

const KEEPS = 'PolicyMark.raise: Keeps the version, unless a later one is kept';
const SHARES = 'PolicyMark: Processes that share a database share the mark.';

const RULES: ReadonlyArray<Rule<PolicyMarkUnderTest>> = [
  {
    sentence: 'no corporate has a version before the first is raised',
    port: 'PolicyMark.read: The latest version of each corporate that has one.',
    run: async ({ freshPlace }) => {
      await expectVersions((await freshPlace())(), {});
    },
  },
  {
    sentence: 'each corporate has the version that was raised for it',
    port: KEEPS,
    run: async ({ freshPlace }) => {
      const mark = (await freshPlace())();
      await mark.raise(ACME, 7);
      await mark.raise(GLOBEX, 2);
      await expectVersions(mark, { [ACME]: 7, [GLOBEX]: 2 });
    },
  },
  {
    sentence: 'an earlier version leaves the later one',
    port: KEEPS,
    run: async ({ freshPlace }) => {
      const mark = (await freshPlace())();
      for (const version of [7, 10, 9]) await mark.raise(ACME, version);
      await expectVersions(mark, { [ACME]: 10 });
    },
  },
  {
    sentence: 'versions that are raised at once leave the latest of each corporate',
    port: KEEPS,
    run: async ({ freshPlace }) => {
      const open = await freshPlace();
      const [one, other] = [open(), open()];
      await Promise.all(
        [5, 9, 1, 8].flatMap((version) => [
          one.raise(ACME, version),
          other.raise(GLOBEX, version + 1),
        ]),
      );
      await expectVersions(open(), { [ACME]: 9, [GLOBEX]: 10 });
    },
  },
  {
    sentence: 'a version that another process has raised is read by one that runs',
    port: SHARES,
    run: async ({ freshPlace }) => {
      const open = await freshPlace();
      const [one, other] = [open(), open()];
      await one.raise(ACME, 7);
      await other.read();
      await other.raise(ACME, 8);
      await expectVersions(one, { [ACME]: 8 });
      await one.raise(ACME, 6);
      await expectVersions(other, { [ACME]: 8 });
    },
  },
  {
    sentence: 'a version that cannot be kept rejects',
    port: 'PolicyMark.raise: resolves once it outlives the process.',
    needs: hook('brokenPlace', 'a place that can be neither read nor written'),
    run: async ({ brokenPlace }) => {
      const rejected = await (await brokenPlace?.())?.raise(ACME, 1).then(
        () => false,
        () => true,
      );
      expecting(rejected === true, 'a rejection', 'a version that was said to be kept');
    },
  },
  {
    sentence: 'versions that cannot be read reject, and are not said to be missing',
    port: 'PolicyMark.read: A rejection keeps the engine from sending.',
    needs: hook('brokenPlace', 'a place that can be neither read nor written'),
    run: async ({ brokenPlace }) => {
      const seen = await (await brokenPlace?.())?.read().then(shown, () => undefined);
      expecting(seen === undefined, 'a rejection', String(seen));
    },
  },
];

/** The checks of a policy mark: no corporate's version goes down, and all processes see it. */
export const checkPolicyMark = (under: PolicyMarkUnderTest): ReadonlyArray<KitCheck> =>
  checksOf(RULES, under);
