import type * as t from 'io-ts';
import { may } from '../../model/access/actor.js';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { GivenKind } from '../../model/portal/session/given-factor.js';
import type { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import type { AwaitsApproval } from '../../model/settings/change/settings-change-view.js';
import { proposal } from '../settings/proposal.js';
import { asksForFactors } from '../../model/tenancy/second-factor.js';
import { provedFactors, resetFactorsChange } from './factor-reset-change.js';
import { holdOn } from './holds.js';
import { NobodyToConfirmReset, OwnFactorReset, PersonNotFound } from './people-errors.js';
import { PersonChangeInput, type PersonChangeError } from './person-change.js';
import { personView, type PersonView } from './person-view.js';

/**
 * The acting user, and the one who lost their factors. `givenFactor`: which second factor the acting user gave to
 * the host within the last five minutes; none, unless it is said.
 */
export const ResetFactorsInput = record('ResetFactorsInput', PersonChangeInput.required, {
  givenFactor: GivenKind,
});
export type ResetFactorsInput = t.TypeOf<typeof ResetFactorsInput>;

type ResetFactorsError =
  | PersonChangeError
  | OwnFactorReset
  | NobodyToConfirmReset
  | SecondFactorNeeded
  | TooManySettingsChanges;

/** The user, and the reset that waits; none where they have no factor. */
export type FactorsToReset = PersonView & AwaitsApproval;

/**
 * Proposes to take away all second factors and recovery codes of a user who lost them, for people who may edit settings.
 * It always waits for another person, whatever else the corporate asks one for: never for the user themselves. Where
 * nobody could approve it, it is refused, and an operator of the bank does it (`resetFactorsByOperator`). Where
 * the corporate asks for a second factor at all, who proposes has to have given one: mailboxes alone take none away.
 * Resetting the factors of a user who has none changes nothing.
 */
export type ResetFactors = UseCase<ResetFactorsInput, ResetFactorsError, FactorsToReset>;
export const ResetFactors = token<ResetFactors>('ResetFactors');

export const makeResetFactors = proposal(ResetFactors, ResetFactorsInput, {}, () => ({
  kind: resetFactorsChange,
  want: async (stores, { tenant, at, corporate }, { givenFactor, actorUserId, userId }) => {
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    if (actorUserId === userId) return E.left(OwnFactorReset(userId));
    if (asksForFactors(corporate.secondFactor) && givenFactor === undefined)
      return E.left(SecondFactorNeeded());
    const answer = () => personView(person, holdOn(corporate, userId));
    const factorIds = [...provedFactors(await stores.factors.find(tenant, userId), at)];
    if (factorIds.length === 0) return E.right({ answer });
    const people = await stores.tenancy.everybody(tenant);
    const canConfirm = people.some(
      (one) =>
        one.user.kind === 'human' &&
        may(one, 'settings.approve') &&
        ![actorUserId, userId].includes(one.user.userId),
    );
    if (!canConfirm) return E.left(NobodyToConfirmReset(userId));
    return E.right({ payload: { userId, factorIds }, answer });
  },
}));
