import * as t from 'io-ts';
import { FactorKind } from '../kernel/values/factor-kind.js';
import { record } from '../kernel/codecs/record.js';
import type { Plain } from '../kernel/use-case/plain.js';
import { BankTenantId, CorporateTenantId, UserId } from '../kernel/values/ids.js';
import { EpochMs } from '../kernel/values/time.js';

/** A person who is logged in at the host, and how they showed who they are. */
export const BankSession = record('BankSession', {
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
  userId: UserId,
  /** The second factors that they used at this login, as the host saw it itself: never what a browser says. */
  factors: t.readonlyArray(FactorKind),
  /** When they did (epoch ms). */
  authenticatedAt: EpochMs,
});
export type BankSession = t.TypeOf<typeof BankSession>;

/**
 * A bank's own login: turns a request that came with the host's session (a cookie behind OpenID Connect, a header that
 * its gateway sets) into the person; undefined where there is no session. It answers for what it says: it takes only
 * headers that a client cannot set past the gateway, and claims only factors that it saw used.
 */
export type BankLogin<R> = (request: R) => Promise<Plain<BankSession> | undefined>;
