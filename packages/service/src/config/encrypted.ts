import { isIP } from 'node:net';
import { isLoopback } from './loopback.js';
import type { Config } from './config.js';

/** The services that the operator allows to be reached in clear over a network. */
export type Plaintext = 'postgres' | 'smtp';

const isLocal = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));

const hostOf = (url: URL): string => decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');

/** The driver takes a host in the query before the one in its place; a path is a socket of this machine. */
const postgresHost = (url: URL): string => url.searchParams.getAll('host').at(-1) ?? hostOf(url);

const postgresFaults = (name: string, text: string): ReadonlyArray<string> => {
  const url = new URL(text);
  const host = postgresHost(url);
  const modes = url.searchParams.getAll('sslmode');
  const isVerified = modes.length > 0 && modes.every((mode) => mode === 'verify-full');
  return isVerified || host.startsWith('/') || isLocal(host)
    ? []
    : [
        `${name}: a PostgreSQL on another host needs ?sslmode=verify-full (and sslrootcert=FILE for a private CA) when SANDBOX=0; or set ALLOW_PLAINTEXT=postgres`,
      ];
};

/** Why TLS of a mail server cannot be required: its query would have the last word on how the server is spoken to. */
export const smtpFaults = (text: string): ReadonlyArray<string> =>
  new URL(text).search === ''
    ? []
    : [
        'SMTP_URL: must have no query when SANDBOX=0, because a query can turn TLS off; or set ALLOW_PLAINTEXT=smtp',
      ];

/** Whether mails may only go to this server over TLS that was verified. */
export const needsTls = (
  smtpUrl: string,
  sandbox: boolean,
  allowed: ReadonlyArray<Plaintext>,
): boolean => !sandbox && !allowed.includes('smtp') && !isLocal(hostOf(new URL(smtpUrl)));

type Ways = Pick<Config, 'database' | 'databaseDirectUrl' | 'smtpUrl' | 'smtpTls'>;

/** The settings that would send data over a network in clear, or to an unverified server. */
export const unencrypted = (
  { database, databaseDirectUrl, smtpUrl, smtpTls }: Ways,
  allowed: ReadonlyArray<Plaintext>,
): ReadonlyArray<string> => [
  ...(database.kind === 'postgres' && !allowed.includes('postgres')
    ? [
        ...postgresFaults('DATABASE_URL', database.url),
        ...(databaseDirectUrl === undefined
          ? []
          : postgresFaults('DATABASE_DIRECT_URL', databaseDirectUrl)),
      ]
    : []),
  ...(smtpUrl !== undefined && smtpTls === 'required' ? smtpFaults(smtpUrl) : []),
];
