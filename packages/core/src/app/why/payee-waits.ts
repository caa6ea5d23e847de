import type { ApiKey } from '../../model/access/key/api-key.js';
import { decidersAmong } from '../rights/deputized.js';
import { mayAuthorize } from '../beneficiary/may-authorize.js';
import { pendingChangeOf, type Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Actor, Role } from '../../model/tenancy/user.js';
import { whoCan, type Wait } from './wait.js';

/** What the wait of a payee follows from, beside the payee. */
export interface PayeeFacts {
  readonly now: EpochMs;
  readonly people: ReadonlyArray<Actor>;
  readonly roles: ReadonlyArray<Role>;
  /** Those by which came what waits. */
  readonly keys: ReadonlyArray<ApiKey>;
}

/** Whether a payee, or a change of it, waits for a checker, and for whom. */
export const payeeWaits = (
  payee: Beneficiary,
  { now, people, roles, keys }: PayeeFacts,
): ReadonlyArray<Wait> => {
  const change = pendingChangeOf(payee);
  if (payee.state !== 'pending_approval' && change === undefined) return [];
  const can = decidersAmong(people, 'beneficiary.approve', now)
    .filter((actor) => mayAuthorize(actor, payee, keys, now))
    .map(({ user }) => user.username);
  return [
    {
      kind: change === undefined ? 'beneficiary_approval' : 'beneficiary_change',
      since: change?.at ?? payee.sentAgain?.at(-1)?.at ?? payee.createdAt,
      roles: roles
        .filter(
          ({ permissions, packageCodes }) =>
            permissions.includes('beneficiary.approve') &&
            packageCodes.some((code) => payee.packageCodes.includes(code)),
        )
        .map(({ roleCode }) => roleCode),
      people: can,
      detail:
        change === undefined
          ? `A checker has to approve the beneficiary before it can be paid: ${whoCan('decide on it', can)}.`
          : `A checker has to approve the change, and payments use the earlier details until then: ${whoCan('decide on it', can)}.`,
    },
  ];
};
