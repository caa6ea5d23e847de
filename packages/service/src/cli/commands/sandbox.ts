import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { E, type Provisioned } from '@hundi/core';
import { readConfig } from '../../config/read-config.js';
import type { Config } from '../../config/config.js';
import { stderrLogger } from '../../log/logger.js';
import { quietLibraries } from '../../log/quiet-libraries.js';
import { startService } from '../../service/start-service.js';
import { credentialsPath, readCredentials } from '../../tenants/credentials-file.js';
import {
  EXIT,
  Failed,
  Misused,
  numberOf,
  textOf,
  type Command,
  type Given,
  type Surroundings,
} from '../command/command.js';

const PORT_MAX = 65_535;

/** The variables of the service that options of this command stand for. */
const OPTION_OF: ReadonlyArray<readonly [string, string]> = [
  ['PROVISION_FILE:', '--provision:'],
  ['DATA_DIR:', '--data-dir:'],
];

const inWordsOfOptions = (fault: string): string =>
  OPTION_OF.reduce((text, [variable, option]) => text.replace(variable, option), fault);

/**
 * The settings of a sandbox. Of the environment it reads the log level alone: a test suite may run where DATABASE_URL
 * names a database that no sandbox must touch.
 */
const configOf = (given: Given, dataDir: string, { env, directory }: Surroundings): Config => {
  const provision = textOf(given, 'provision');
  const config = readConfig(
    {
      SANDBOX: '1',
      PORT: String(numberOf(given, 'port', { min: 0, max: PORT_MAX, usual: 0 })),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: env['LOG_LEVEL'] ?? 'warn',
      ...(provision !== undefined && { PROVISION_FILE: provision }),
    },
    directory,
  );
  if (E.isRight(config)) return config.right;
  throw new Misused(config.left.map(inWordsOfOptions).join('; '));
};

const KINDS = [
  ['partner key', 'apiKeys'],
  ['secret key', 'secretKeys'],
  ['webhook secret', 'webhookSecrets'],
] as const;

const credentialLines = ({ corporates }: Provisioned): ReadonlyArray<string> =>
  Object.entries(corporates).flatMap(([corporate, credentials]) =>
    KINDS.flatMap(([kind, member]) =>
      Object.entries(credentials[member]).map(
        ([name, text]) => `  ${kind.padEnd(15)}${text}  (${corporate}, ${name})`,
      ),
    ),
  );

const sayReady = async (
  url: string,
  dataDir: string,
  { json }: Given,
  { out }: Surroundings,
): Promise<void> => {
  const credentials = await readCredentials(dataDir);
  const credentialsFile = credentialsPath(dataDir);
  if (json) {
    out(JSON.stringify({ url, credentials, credentialsFile }));
    return;
  }
  out(`hundi sandbox on ${url}`);
  credentialLines(credentials).forEach(out);
  out(`  described at   ${url}/docs`);
};

const inputEnds = (input: Readable): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error'] as const)
      input.once(event, () => {
        resolve();
      });
    input.resume();
  });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });

const serveUntilEnd = async (
  config: Config,
  given: Given,
  around: Surroundings,
): Promise<number> => {
  const followsInput = given.values['until-stdin-ends'] === true;
  // Both are heard from the beginning: a suite may give up while the sandbox starts.
  const ended = Promise.race([
    aborted(around.stop),
    ...(followsInput ? [inputEnds(around.input)] : []),
  ]);
  const logger = stderrLogger(config.logLevel);
  quietLibraries(logger);
  const service = await startService(config, logger);
  try {
    await sayReady(service.url, config.dataDir, given, around);
    await Promise.race([ended, service.broken]);
    return EXIT.done;
  } catch (error) {
    throw new Failed(`the sandbox cannot go on: ${String(error)}`);
  } finally {
    await service.stop();
    if (followsInput) around.input.destroy();
    await logger.flushed();
  }
};

/** `hundi sandbox`: the service with a simulated bank, for a test suite. */
export const sandbox: Command = {
  serves: true,
  options: {
    port: { type: 'string', value: 'NUMBER', about: 'where to listen; else a free port' },
    'data-dir': {
      type: 'string',
      value: 'DIRECTORY',
      about: 'keeps the data there; else in a temporary directory, which is removed at the end',
    },
    provision: {
      type: 'string',
      value: 'FILE',
      about: 'the tenants (docs/provisioning.md); else the demo document',
    },
    'until-stdin-ends': {
      type: 'boolean',
      about: 'ends with standard input too: a suite that dies leaves nothing running',
    },
  },
  about: [
    'Serves the whole API on 127.0.0.1 with a simulated bank, a clock that you can move and a mailbox (docs/sandbox.md), without rate limits, until SIGTERM or SIGINT. The first line on standard output says that it is ready, and where; with --json it is {"url", "credentials", "credentialsFile"}, and a partner key is credentials.corporates.acme.apiKeys.erp.',
    'Of the environment it reads LOG_LEVEL alone (warn if it is not set), so it never touches the database of a service. It needs the package @hundi/testkit.',
  ].join('\n\n'),
  examples: [
    'hundi sandbox --json --until-stdin-ends',
    'hundi sandbox --port 3000 --data-dir .data',
  ],
  run: async (given, around) => {
    const kept = textOf(given, 'data-dir');
    const temporary =
      kept === undefined ? await mkdtemp(join(tmpdir(), 'hundi-sandbox-')) : undefined;
    try {
      const dataDir = temporary ?? resolve(around.directory, kept ?? '');
      return await serveUntilEnd(configOf(given, dataDir, around), given, around);
    } finally {
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    }
  },
};
