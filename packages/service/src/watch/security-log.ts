import { createHmac, hkdfSync } from 'node:crypto';
import type { SecurityEvent, SecurityEventName } from '@hundi/adapter-koa';
import { kekId } from '@hundi/adapter-node';
import type { Keks } from '../config/config.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from './metrics.js';

const KEY_BYTES = 32;
const HASH_LETTERS = 32;

/** Everyday events; all others are warnings. */
const ROUTINE: ReadonlySet<SecurityEventName> = new Set([
  'login_code_requested',
  'login_succeeded',
  'session_ended',
]);

/** What an event is about, as a line shows it. */
type Hashes = Readonly<
  Record<'kekId' | 'keyHash' | 'personHash' | 'tenantHash' | 'networkHash', string | undefined>
>;

/** Makes the keyed hashes of events under one KEK. */
const hasher = (kek: Uint8Array) => {
  const key = Buffer.from(hkdfSync('sha256', kek, '', 'hundi security log v1', KEY_BYTES));
  const hash = (kind: string, value: string | undefined): string | undefined =>
    value === undefined
      ? undefined
      : createHmac('sha256', key).update(`${kind}\0${value}`).digest('hex').slice(0, HASH_LETTERS);
  const id = kekId(kek);
  return ({ tenant, keyId, person, network }: SecurityEvent): Hashes => ({
    kekId: id,
    keyHash: hash('key', keyId),
    personHash: hash('person', person),
    tenantHash: hash(
      'tenant',
      tenant && JSON.stringify([tenant.bankTenantId, tenant.corporateTenantId]),
    ),
    networkHash: hash('network', network),
  });
};

/**
 * Counts security events and logs each with keyed hashes of whom it is about: the same key, person, tenant or
 * network has the same hash in every process with the same first KEK, and the value cannot be found without it. The line
 * says under which KEK. While there are several, a further line has the hashes under each of the others: by the two, who
 * was seen before a rotation is known again after it.
 */
export const securityLog = (
  [first, ...others]: Keks,
  logger: Logger,
  metrics: Pick<Metrics, 'security'>,
) => {
  const hashes = hasher(first);
  const further = others.map(hasher);

  return (event: SecurityEvent): void => {
    const { name, requestId } = event;
    metrics.security(name);
    const level = ROUTINE.has(name) ? 'info' : 'warn';
    logger[level]('security event', { securityEvent: name, requestId, ...hashes(event) });
    for (const more of further)
      logger.info('security event, hashed under a further key', { requestId, ...more(event) });
  };
};
