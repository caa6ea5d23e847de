import { emptyDataDir, launch } from '../testing/running-service.js';
import { programOf } from './program.js';

/**
 * In ms: the time until the service is ready and until an empty one is, and the time that a core computes to import
 * the engine, and nothing.
 */
export interface StartRound {
  readonly start: number;
  readonly startFloor: number;
  readonly import: number;
  readonly importFloor: number;
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

const imported = async (program: string): Promise<number> => {
  const { code, stdout, stderr } = await launch({}, program).ended;
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
    import: await imported(programOf('import-engine')),
    importFloor: await imported(programOf('import-nothing')),
  });
};
