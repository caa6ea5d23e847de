import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchArguments, PartName } from './arguments.js';
import { figuresOf, type Figures } from './figures.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where the bench is; the older place is that of versions from before the service was a package. */
const PLACES = ['packages/service', 'examples/payout-service'];

const benchIn = (root: string): string => {
  const place = PLACES.find((each) => existsSync(join(root, each)));
  if (place === undefined) throw new Error(`no bench in ${root}`);
  return join(root, place);
};

/** The figures of both versions, each in the order in which they were measured. */
export type Compared = Readonly<
  Record<string, { readonly other: ReadonlyArray<number>; readonly this: ReadonlyArray<number> }>
>;

/** Another version of the code, built beside this one. */
interface Version {
  readonly root: string;
  readonly remove: () => Promise<void>;
}

const checkOut = async (ref: string): Promise<Version> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
  const root = join(folder, 'tree');
  await run('git', ['worktree', 'add', '--detach', root, ref], { cwd: ROOT });
  return {
    root,
    remove: async () => {
      await run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT });
      await rm(folder, { recursive: true });
    },
  };
};

/** Whether both versions have the same dependencies. */
const installsAlike = async (ref: string): Promise<boolean> => {
  const { stdout } = await run('git', ['diff', '--name-only', ref, '--', 'package-lock.json'], {
    cwd: ROOT,
  });
  return stdout === '';
};

/** The folders of installed packages: the tree's, and those that workspaces have beside it. */
const installedIn = async (root: string): Promise<ReadonlyArray<string>> => {
  const workspaces = await Promise.all(
    ['packages', 'examples'].map(async (parent) =>
      (await readdir(join(root, parent))).map((name) => join(parent, name)),
    ),
  );
  const folders = ['.', ...workspaces.flat()].map((folder) => join(folder, 'node_modules'));
  return folders.filter((folder) => existsSync(join(root, folder)));
};

const install = async ({ root }: Version, ref: string): Promise<void> => {
  if (await installsAlike(ref)) {
    for (const folder of await installedIn(ROOT)) {
      // The links between the packages lead to the packages of the tree that they are in.
      await cp(join(ROOT, folder), join(root, folder), { recursive: true, verbatimSymlinks: true });
    }
  } else {
    await run('npm', ['ci'], { cwd: root });
  }
  await run('npm', ['run', 'build'], { cwd: root });
};

/** A run of one part in one version. The environment says what to measure, because every version reads that. */
const figuresIn = async (root: string, part: PartName, rounds: number): Promise<Figures> => {
  const { stdout } = await run('npm', ['run', 'bench', '--silent'], {
    cwd: benchIn(root),
    env: { ...process.env, BENCH_PARTS: part, BENCH_ROUNDS: String(rounds) },
  });
  return figuresOf(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
};

const TURNS = ['other', 'this', 'this', 'other'] as const;

/**
 * Measures another version of the code and this one in turns, part by part, so that what else the machine does falls
 * on both: other, this, this, other. Prints each run on stderr as it ends. @param ref what git knows the other version by
 */
export const measureAgainst = async (
  ref: string,
  { parts, rounds }: Pick<BenchArguments, 'parts' | 'rounds'>,
): Promise<Compared> => {
  const other = await checkOut(ref);
  const roots = { other: other.root, this: ROOT };
  try {
    await install(other, ref);
    const figures: Record<string, { readonly other: number[]; readonly this: number[] }> = {};
    for (const [part, which] of parts.flatMap((one) => TURNS.map((turn) => [one, turn] as const))) {
      const measured = await figuresIn(roots[which], part, rounds);
      for (const [name, value] of measured) {
        figures[name] ??= { other: [], this: [] };
        figures[name][which].push(value);
      }
      console.error(which, JSON.stringify(Object.fromEntries(measured)));
    }
    return figures;
  } finally {
    await other.remove();
  }
};
