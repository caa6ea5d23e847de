import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_RATE_LIMITS, E } from '@hundi/core';
import type { Config, RailFolder } from './config.js';
import { needsTls, unencrypted } from './encrypted.js';
import type { SettingName } from './settings.js';
import {
  database,
  databasePool,
  databasePooler,
  directUrl,
  flag,
  host,
  keks,
  logLevel,
  maxConnections,
  path,
  plaintext,
  port,
  publicUrl,
  railPeer,
  rateLimits,
  smtpUrl,
  networks,
  trustedProxies,
  workers,
  type Reader,
} from './values.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The provision document that comes with the example. */
export const DEMO_DOCUMENT = fileURLToPath(new URL('../../provision/demo.json', import.meta.url));

const file =
  (base: string): Reader<string> =>
  (text) => {
    const found = path(base)(text);
    return E.isRight(found) &&
      !(statSync(found.right, { throwIfNoEntry: false })?.isFile() ?? false)
      ? E.left('the path of a regular file that exists')
      : found;
  };

/** The value of BANK_RAIL for the bank by files. */
const BY_FOLDER = 'iso20022-folder';

const railModule =
  (base: string): Reader<string> =>
  (text) => {
    const found = file(base)(text);
    return E.isRight(found) ? found : E.left(`${BY_FOLDER}, or ${found.left}`);
  };

/** The settings of the folder that mean nothing, or not this. */
const folderFaults = (
  folder: Partial<RailFolder>,
  byFolder: boolean,
  sandbox: boolean,
): ReadonlyArray<string> => {
  if (!byFolder)
    return [
      ...(folder.path === undefined ? [] : ['RAIL_FOLDER']),
      ...(folder.peer === undefined ? [] : ['RAIL_PEER']),
    ].map((name) => `${name}: leave it out where BANK_RAIL is not ${BY_FOLDER}`);
  return folder.peer === 'sandbox' && !sandbox
    ? ['RAIL_PEER: the sandbox bank exists with SANDBOX=1 only; expected none']
    : [];
};

const sameFile = (a: string, b: string): boolean =>
  existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);

/** The settings that are given and mean nothing without PostgreSQL. */
const ofPostgres = ({
  databasePool,
  databasePooler,
  databaseDirectUrl,
}: Config): ReadonlyArray<string> => [
  ...(databasePool === undefined ? [] : ['DATABASE_POOL']),
  ...(databasePooler === undefined ? [] : ['DATABASE_POOLER']),
  ...(databaseDirectUrl === undefined ? [] : ['DATABASE_DIRECT_URL']),
];

/** The settings that only a sandbox may leave out. */
const unsafe = (config: Config, env: Environment): ReadonlyArray<string> =>
  config.sandbox
    ? []
    : [
        ...['BANK_RAIL', 'HUNDI_KEK', 'PROVISION_FILE', 'PUBLIC_URL']
          .filter((name) => env[name] === undefined)
          .map((name) => `${name}: must be set when SANDBOX=0`),
        ...(env['TRUSTED_PROXIES'] === undefined
          ? ['TRUSTED_PROXIES: must be set when SANDBOX=0 (the value none is permitted)']
          : []),
        ...(config.publicUrl?.startsWith('http:') === true
          ? ['PUBLIC_URL: must be https when SANDBOX=0']
          : []),
        ...(env['PROVISION_FILE'] !== undefined && sameFile(config.provisionFile, DEMO_DOCUMENT)
          ? ['PROVISION_FILE: the demo document is permitted in the sandbox only']
          : []),
      ];

/**
 * Reads the environment. A variable that is set must hold a value: an empty one is a mistake somewhere
 * else, not a wish for the default. Answers what is wrong, variable by variable.
 *
 * @param base what relative paths are seen from.
 */
export const readConfig = (
  env: Environment,
  base: string,
): E.Either<ReadonlyArray<string>, Config> => {
  const faults: string[] = [];

  const optional = <A>(name: SettingName, read: Reader<A>): A | undefined => {
    const text = env[name];
    if (text === undefined) return undefined;
    const value = text === '' ? E.left('a value; or do not set it') : read(text);
    if (E.isRight(value)) return value.right;
    faults.push(`${name}: expected ${value.left}`);
    return undefined;
  };
  const given = <N extends string, A>(name: N, value: A | undefined) =>
    (value === undefined ? {} : { [name]: value }) as Partial<Record<N, A>>;

  const sandbox = optional('SANDBOX', flag) ?? true;
  const allowed = optional('ALLOW_PLAINTEXT', plaintext) ?? [];
  const mailServer = optional('SMTP_URL', smtpUrl);
  const dataDir = optional('DATA_DIR', path(base)) ?? resolve(base, '.data');
  const byFolder = env['BANK_RAIL'] === BY_FOLDER;
  const folder: Partial<RailFolder> = {
    ...given('path', optional('RAIL_FOLDER', path(base))),
    ...given('peer', optional('RAIL_PEER', railPeer)),
  };
  const sendMark = optional('SEND_MARK', path(base)) ?? join(dataDir, 'send-mark');
  const config: Config = {
    host: optional('HOST', host) ?? '127.0.0.1',
    port: optional('PORT', port) ?? 3_000,
    ...given('adminPort', optional('ADMIN_PORT', port)),
    trustedProxies: optional('TRUSTED_PROXIES', trustedProxies) ?? [],
    dataDir,
    database: optional('DATABASE_URL', database(base)) ?? {
      kind: 'sqlite',
      file: join(dataDir, 'hundi.db'),
    },
    ...given('databasePool', optional('DATABASE_POOL', databasePool)),
    ...given('databasePooler', optional('DATABASE_POOLER', databasePooler)),
    ...given('databaseDirectUrl', optional('DATABASE_DIRECT_URL', directUrl)),
    provisionFile: optional('PROVISION_FILE', file(base)) ?? DEMO_DOCUMENT,
    ...given('publicUrl', optional('PUBLIC_URL', publicUrl)),
    portalPages: optional('PORTAL_PAGES', flag) ?? true,
    notifications: optional('NOTIFICATIONS', flag) ?? true,
    ...given('keks', optional('HUNDI_KEK', keks)),
    ...given('smtpUrl', mailServer),
    ...(mailServer !== undefined &&
      needsTls(mailServer, sandbox, allowed) && { smtpTls: 'required' }),
    sandbox,
    ...(byFolder
      ? {
          railFolder: {
            path: folder.path ?? join(dataDir, 'bank'),
            peer: folder.peer ?? (sandbox ? 'sandbox' : 'none'),
            ledgerMark: `${sendMark}.ledger`,
          },
        }
      : given('bankRail', optional('BANK_RAIL', railModule(base)))),
    sendMark,
    reconcile: optional('RECONCILE_ONLY', flag) ?? false,
    ...given('cardAcquirer', optional('CARD_ACQUIRER', file(base))),
    workers: optional('WORKERS', workers) ?? 1,
    maxConnections: optional('MAX_CONNECTIONS', maxConnections) ?? 2_000,
    webhookRefusedNetworks: optional('WEBHOOK_REFUSED_NETWORKS', networks) ?? [],
    rateLimits: optional('RATE_LIMITS', rateLimits) ?? DEFAULT_RATE_LIMITS,
    logLevel: optional('LOG_LEVEL', logLevel) ?? 'info',
  };
  if (config.database.kind === 'sqlite')
    faults.push(
      ...ofPostgres(config).map(
        (name) => `${name}: leave it out where DATABASE_URL names no PostgreSQL`,
      ),
    );
  faults.push(...folderFaults(folder, byFolder, sandbox));
  faults.push(...unsafe(config, env), ...(sandbox ? [] : unencrypted(config, allowed)));
  return faults.length === 0 ? E.right(config) : E.left(faults);
};
