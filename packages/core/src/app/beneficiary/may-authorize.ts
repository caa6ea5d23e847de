import { reachOf } from '../../model/access/actor.js';
import type { ApiKey } from '../../model/access/key/api-key.js';
import type { Deputized } from '../rights/deputized.js';
import { isMaker } from '../rights/key-makers.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Actor } from '../../model/tenancy/user.js';
import { decidersIn, stepBeneficiary } from '../../model/beneficiary/payee/beneficiary-machine.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';

/** Whether a person's roles let them decide on payees of any package of this one. */
const reachesPayee = (actor: Actor, { packageCodes }: Beneficiary): boolean => {
  const reach = reachOf(actor, 'beneficiary.approve');
  return packageCodes.some((code) => reach.packageCodes.has(code));
};

/**
 * The capacities in which a person may decide on a payee: in their own roles (undefined), or else on behalf of each
 * person whose roles reach it. Where their own do, another's would permit nothing more.
 */
export const capacitiesOver = (
  { principals, ...actor }: Deputized,
  payee: Beneficiary,
): ReadonlyArray<UserId | undefined> =>
  reachesPayee(actor, payee)
    ? [undefined]
    : principals.filter((one) => reachesPayee(one, payee)).map(({ user }) => user.userId);

/**
 * Whether a person's yes would count for what waits of a payee now, if they say it themselves: by no key, and of the
 * revision that there is.
 *
 * @param keys those by which came what waits
 */
export const mayAuthorize = (
  actor: Deputized,
  payee: Beneficiary,
  keys: ReadonlyArray<ApiKey>,
  at: EpochMs,
): boolean => {
  const { userId: by } = actor.user;
  const { revision } = payee;
  return capacitiesOver(actor, payee).some((principal) => {
    const lent = principal === undefined ? {} : { onBehalfOf: principal };
    const command = { type: 'approve', by, at, revision, ...lent } as const;
    const made = (key: ApiKey) => decidersIn(command).some((who) => isMaker(who, key));
    return !keys.some(made) && E.isRight(stepBeneficiary(payee, command));
  });
};
