import type { UserId } from '../../kernel/values/ids.js';
import type { Scope } from './scope.js';

/** No key, an unknown, expired or revoked one: all the same to the caller (§5). */
export const InvalidKey = () => ({ _tag: 'InvalidKey' }) as const;
export type InvalidKey = ReturnType<typeof InvalidKey>;

/** No secret key, an unknown, expired or revoked one: all the same to the caller (§5). */
export const InvalidSecretKey = () => ({ _tag: 'InvalidSecretKey' }) as const;
export type InvalidSecretKey = ReturnType<typeof InvalidSecretKey>;

/** The key is good, but not for this. */
export const ScopeMissing = (scope: Scope) => ({ _tag: 'ScopeMissing', scope }) as const;
export type ScopeMissing = ReturnType<typeof ScopeMissing>;

/** The key's creator is unknown, not approved, or holds no permission over settings now (§4.4). */
export const KeyCreatorNotEligible = () => ({ _tag: 'KeyCreatorNotEligible' }) as const;
export type KeyCreatorNotEligible = ReturnType<typeof KeyCreatorNotEligible>;

/** The acting user does not exist in this corporate. */
export const ActorNotFound = (userId: UserId) => ({ _tag: 'ActorNotFound', userId }) as const;
export type ActorNotFound = ReturnType<typeof ActorNotFound>;

/** The acting user is unknown, not approved, or may not make payouts (§4.5). */
export const NotAMaker = (userId: UserId) => ({ _tag: 'NotAMaker', userId }) as const;
export type NotAMaker = ReturnType<typeof NotAMaker>;

/** The acting user is unknown, not approved, or may not view reports (§4.9). */
export const NotAReportReader = (userId: UserId) => ({ _tag: 'NotAReportReader', userId }) as const;
export type NotAReportReader = ReturnType<typeof NotAReportReader>;

/** The corporate separates duties between keys, and one person made both the deciding key and the payee or its key. */
export const CameBySameKey = (keyId: string) => ({ _tag: 'CameBySameKey', keyId }) as const;
export type CameBySameKey = ReturnType<typeof CameBySameKey>;

/** It came by a key that the person made, or by one that replaced theirs: no decision on it is theirs. */
export const CameByOwnKey = (keyId: string) => ({ _tag: 'CameByOwnKey', keyId }) as const;
export type CameByOwnKey = ReturnType<typeof CameByOwnKey>;

/** The acting user's role does not allow the debit account, or there is no such account (§7). */
export const DebitAccountDenied = (userId: UserId) =>
  ({ _tag: 'DebitAccountDenied', userId }) as const;
export type DebitAccountDenied = ReturnType<typeof DebitAccountDenied>;

/** The person may not do that to the corporate's settings. */
export const SettingsDenied = (userId: UserId) => ({ _tag: 'SettingsDenied', userId }) as const;
export type SettingsDenied = ReturnType<typeof SettingsDenied>;

/** The corporate has no such key. */
export const ApiKeyNotFound = () => ({ _tag: 'ApiKeyNotFound' }) as const;
export type ApiKeyNotFound = ReturnType<typeof ApiKeyNotFound>;

/** The key has expired, was revoked, or acts as a user who is suspended: nothing takes its place. */
export const ApiKeyNotLive = (keyId: string) => ({ _tag: 'ApiKeyNotLive', keyId }) as const;
export type ApiKeyNotLive = ReturnType<typeof ApiKeyNotLive>;

/** Two keys of that name are live, or a hundred of the corporate, and there may be no more (decisions §3). */
export const TooManyLiveKeys = (name: string) => ({ _tag: 'TooManyLiveKeys', name }) as const;
export type TooManyLiveKeys = ReturnType<typeof TooManyLiveKeys>;
