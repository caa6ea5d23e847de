import { emptyDataDir, launch } from '../testing/running-service.js';
import { programOf } from './program.js';

/** What a host imports: core with every adapter, and each entry that is imported by itself. */
const IMPORTED = {
  import: [
    '@hundi/core',
    '@hundi/adapter-knex',
    '@hundi/adapter-koa',
    '@hundi/adapter-memory',
    '@hundi/adapter-node',
    '@hundi/adapter-undici',
  ],
  importCore: ['@hundi/core'],
  importTestkit: ['@hundi/testkit'],
  importReceiver: ['@hundi/core/receiver'],
  importFloor: [],
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>;

type Imported = Readonly<Record<keyof typeof IMPORTED, number>>;

/**
 * In ms: the time until the service is ready and until an empty one is, and the time that a core computes to import
 * what a host imports, and nothing.
 */
export interface StartRound extends Imported {
  readonly start: number;
  readonly startFloor: number;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const started = async (dataDir: string, program?: string): Promise<number> => {
  const service = launch({ DATA_DIR: dataDir }, program);
  const took = await timed(() => service.first);
  service.child.kill('SIGKILL');
  await service.ended;
  return took;
};

const imported = async (entries: ReadonlyArray<string>): Promise<number> => {
  const { code, stdout, stderr } = await launch({}, programOf('import-all'), entries).ended;
  if (code !== 0) throw new Error(`nothing was imported: ${stderr.join(' ')}`);
  return Number(stdout[0]);
};

/** Prepares a folder in which the service has been before, on SQLite; returns a round in it. */
export const openStarts = async (): Promise<() => Promise<StartRound>> => {
  const dataDir = await emptyDataDir();
  await started(dataDir);
  return async () => ({
    start: await started(dataDir),
    startFloor: await started(dataDir, programOf('empty-service')),
    import: await imported(IMPORTED.import),
    importCore: await imported(IMPORTED.importCore),
    importTestkit: await imported(IMPORTED.importTestkit),
    importReceiver: await imported(IMPORTED.importReceiver),
    importFloor: await imported(IMPORTED.importFloor),
  });
};
