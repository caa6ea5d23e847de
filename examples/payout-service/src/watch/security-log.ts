import { createHmac, hkdfSync } from 'node:crypto';
import type { SecurityEvent, SecurityEventName } from '@hundi/adapter-koa';
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

/**
 * Counts security events and logs each with keyed hashes of whom it is about: the same key, person, tenant or
 * network has the same hash in every process with the same KEK, and the value cannot be found without it.
 */
export const securityLog = (
  kek: Uint8Array,
  logger: Logger,
  metrics: Pick<Metrics, 'security'>,
) => {
  const key = Buffer.from(hkdfSync('sha256', kek, '', 'hundi security log v1', KEY_BYTES));
  const hash = (kind: string, value: string | undefined): string | undefined =>
    value === undefined
      ? undefined
      : createHmac('sha256', key).update(`${kind}\0${value}`).digest('hex').slice(0, HASH_LETTERS);

  return ({ name, requestId, tenant, keyId, person, network }: SecurityEvent): void => {
    metrics.security(name);
    logger[ROUTINE.has(name) ? 'info' : 'warn']('security event', {
      securityEvent: name,
      requestId,
      keyHash: hash('key', keyId),
      personHash: hash('person', person),
      tenantHash: hash(
        'tenant',
        tenant && JSON.stringify([tenant.bankTenantId, tenant.corporateTenantId]),
      ),
      networkHash: hash('network', network),
    });
  };
};
