import type { Pooler } from '@hundi/adapter-knex';
import type { TrustedProxies } from '@hundi/adapter-koa';
import type { RateLimits } from '@hundi/core';

/** Where the engine keeps its records. */
export type DatabasePlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Key-encryption keys, the one that seals first. */
export type Keks = readonly [Uint8Array, ...Uint8Array[]];

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** The folder through which orders and the bank's answers go as ISO 20022 files. */
export interface RailFolder {
  readonly path: string;
  /** Who answers: the sandbox bank, or somebody else. */
  readonly peer: 'sandbox' | 'none';
  /** The file that names the rail's ledger: beside the send mark, which a folder that is not mounted does not take away. */
  readonly ledgerMark: string;
}

/** The checked settings from the environment. Paths are absolute. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where figures, readiness and descriptions are; undefined: on `port`, with the rest. */
  readonly adminPort?: number;
  /** The proxies that are trusted to say where a request comes from; empty for none. */
  readonly trustedProxies: TrustedProxies;
  readonly dataDir: string;
  readonly database: DatabasePlace;
  /** Connections to PostgreSQL; undefined: the adapter's own number. */
  readonly databasePool?: number;
  /** What stands between this process and PostgreSQL; undefined: nothing. */
  readonly databasePooler?: Pooler;
  /** Leads to the same PostgreSQL past the pooler; undefined: nothing is heard behind one in transaction mode. */
  readonly databaseDirectUrl?: string;
  readonly provisionFile: string;
  /** Base of links; undefined: the address that the service listens on. */
  readonly publicUrl?: string;
  /** Whether people have pages beside their API. */
  readonly portalPages: boolean;
  /** The first seals, any opens. Undefined: made on first start and kept in the data directory. */
  readonly keks?: Keks;
  /** Undefined: mails stay in the sandbox. */
  readonly smtpUrl?: string;
  /** Mails go over verified TLS or not at all; undefined: over TLS where the server offers it. */
  readonly smtpTls?: 'required';
  /** Whether people are mailed of what waits for them and became of what they made. */
  readonly notifications: boolean;
  readonly sandbox: boolean;
  /** An ES module that makes the bank rail; undefined: a folder or the sandbox bank. */
  readonly bankRail?: string;
  /** Undefined: orders go to the bank by no files. */
  readonly railFolder?: RailFolder;
  /** The file of the send mark: how far sending has come. */
  readonly sendMark: string;
  /** The bank is asked about every payment that there is before it is sent. */
  readonly reconcile: boolean;
  readonly cardAcquirer?: string;
  readonly workers: number;
  /** Sockets at once; one more is closed. */
  readonly maxConnections: number;
  /** Networks with public addresses that no webhook goes to. */
  readonly webhookRefusedNetworks: ReadonlyArray<string>;
  /** Calls a second of one key. */
  readonly rateLimits: RateLimits | 'off';
  readonly logLevel: LogLevel;
}
