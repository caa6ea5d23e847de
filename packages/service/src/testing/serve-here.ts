import { EventEmitter, once } from 'node:events';
import { E } from '@hundi/core';
import type { ExecutionContext } from 'ava';
import { readConfig } from '../config/read-config.js';
import { loggerTo } from '../log/logger.js';
import { startService } from '../service/start-service.js';
import { keyIn, partnerAt, type Served, type Variables } from './running-service.js';

/** A service in the process of its test. */
export interface ServedHere extends Served {
  /** Stops it, and returns its whole log. A test that ends stops it, too. */
  readonly stop: () => Promise<ReadonlyArray<string>>;
}

/**
 * Starts the service in the process of the test, for a test that asks nothing of a process: neither signals, nor its exit,
 * nor what it prints. A process of its own loads and compiles everything anew, which takes longer than most tests.
 */
export const serveHere = async (
  t: Pick<ExecutionContext, 'teardown'>,
  dataDir: string,
  variables: Variables = {},
): Promise<ServedHere> => {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...variables }, dataDir);
  if (E.isLeft(config)) throw new Error(config.left.join('; '));
  const lines: string[] = [];
  const log = new EventEmitter();
  const write = (line: string): void => {
    lines.push(line.trimEnd());
    log.emit('line');
  };
  const { url, stop } = await startService(
    config.right,
    loggerTo({ write }, config.right.logLevel),
  );
  let stopped: Promise<void> | undefined;
  const stopOnce = async (): Promise<ReadonlyArray<string>> => {
    await (stopped ??= stop());
    return lines;
  };
  t.teardown(stopOnce);
  return {
    url,
    dataDir,
    logged: async (sought) => {
      while (!lines.some((line) => sought.test(line))) await once(log, 'line');
      return lines;
    },
    ...partnerAt(url, await keyIn(dataDir)),
    stop: stopOnce,
  };
};
