import { join } from 'node:path';
import { readIfThere, writePrivate } from '@hundi/adapter-node';
import type { Credentials, Provisioned } from '@hundi/core';
import { doubledMembers } from '@hundi/core/wire';
import { StartRefused } from '../config/start-refused.js';
import { jsonFault } from '../host/json-fault.js';

const FILE = 'credentials.json';

/** Where the secrets in clear are. */
export const credentialsPath = (dataDir: string): string => join(dataDir, FILE);

const isTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

const isProvisioned = (value: unknown): value is Provisioned => {
  const { corporates } = (value ?? {}) as { readonly corporates?: unknown };
  return (
    typeof corporates === 'object' &&
    corporates !== null &&
    Object.values(corporates as Record<string, Credentials | null>).every(
      (one) => isTexts(one?.apiKeys) && isTexts(one?.secretKeys) && isTexts(one?.webhookSecrets),
    )
  );
};

const damaged = (why: string): never => {
  throw new StartRefused(`DATA_DIR: ${FILE} is damaged (${why}); repair it or move it away`);
};

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    // An operator may have repaired it by hand; of two secrets of a name the wrong one could be kept.
    const [doubled] = doubledMembers(text);
    return doubled === undefined ? value : damaged(`${doubled.pointer} ${doubled.detail}`);
  } catch (error) {
    if (error instanceof SyntaxError) return damaged(jsonFault(text));
    throw error;
  }
};

const cannotBe =
  (what: 'read' | 'written') =>
  (error: unknown): never => {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartRefused(`DATA_DIR: ${FILE} cannot be ${what}: ${code}`);
  };

/** The secrets in clear that were made for the tenants. They cannot be read back from anywhere else. */
export const readCredentials = async (dataDir: string): Promise<Provisioned> => {
  const text = await readIfThere(credentialsPath(dataDir)).catch(cannotBe('read'));
  const credentials = text === undefined ? { corporates: {} } : parsed(text);
  return isProvisioned(credentials) ? credentials : damaged('it holds something else');
};

/** Replaces the file whole; only its owner may read it. */
export const writeCredentials = (dataDir: string, credentials: Provisioned): Promise<void> =>
  writePrivate(credentialsPath(dataDir), `${JSON.stringify(credentials, null, 2)}\n`).catch(
    cannotBe('written'),
  );

/** Whether there is any secret in them. */
export const holdsSecrets = ({ corporates }: Provisioned): boolean =>
  Object.values(corporates).some((one) =>
    Object.values(one).some((texts) => Object.keys(texts as object).length > 0),
  );
