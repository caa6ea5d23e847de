import type { UserId } from '../../kernel/values/ids.js';

/** The corporate has no such user. */
export const PersonNotFound = () => ({ _tag: 'PersonNotFound' }) as const;
export type PersonNotFound = ReturnType<typeof PersonNotFound>;

/** A user cannot suspend themselves: another user has to. */
export const OwnSuspension = (userId: UserId) => ({ _tag: 'OwnSuspension', userId }) as const;
export type OwnSuspension = ReturnType<typeof OwnSuspension>;

/** No people would be left who can reinstate a user: one who may edit settings, and one who may approve them. */
export const LastToReinstate = (userId: UserId) => ({ _tag: 'LastToReinstate', userId }) as const;
export type LastToReinstate = ReturnType<typeof LastToReinstate>;

/** No person but those who asked for the hold and the one who is held would be left who may approve settings, and so release what is held. */
export const NobodyToRelease = (userId: UserId) => ({ _tag: 'NobodyToRelease', userId }) as const;
export type NobodyToRelease = ReturnType<typeof NobodyToRelease>;

/** A hold is released by a person who never asked for it and is not held. */
export const OwnHold = (userId: UserId) => ({ _tag: 'OwnHold', userId }) as const;
export type OwnHold = ReturnType<typeof OwnHold>;

/** A user cannot ask for the reset of their own second factors, nor confirm it: two other people do. */
export const OwnFactorReset = (userId: UserId) => ({ _tag: 'OwnFactorReset', userId }) as const;
export type OwnFactorReset = ReturnType<typeof OwnFactorReset>;

/** No person but the one who asks and the one who lost their factors may approve settings: the bank has to reset them. */
export const NobodyToConfirmReset = (userId: UserId) =>
  ({ _tag: 'NobodyToConfirmReset', userId }) as const;
export type NobodyToConfirmReset = ReturnType<typeof NobodyToConfirmReset>;

/** The user has other second factors than when their reset was asked for. */
export const FactorsChanged = (userId: UserId) => ({ _tag: 'FactorsChanged', userId }) as const;
export type FactorsChanged = ReturnType<typeof FactorsChanged>;

/** Since the reinstatement was proposed, somebody asked for a hold on the user's payouts: the approval would bound that hold. */
export const HeldSince = (userId: UserId) => ({ _tag: 'HeldSince', userId }) as const;
export type HeldSince = ReturnType<typeof HeldSince>;

/** The suspension that was to be taken back has been, and another may have followed. */
export const SuspensionOver = (userId: UserId) => ({ _tag: 'SuspensionOver', userId }) as const;
export type SuspensionOver = ReturnType<typeof SuspensionOver>;
