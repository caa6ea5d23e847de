import type { UserId } from '../kernel/values/ids.js';

/** The corporate has no such user. */
export const PersonNotFound = () => ({ _tag: 'PersonNotFound' }) as const;
export type PersonNotFound = ReturnType<typeof PersonNotFound>;

/** A user cannot suspend themselves: another user has to. */
export const OwnSuspension = (userId: UserId) => ({ _tag: 'OwnSuspension', userId }) as const;
export type OwnSuspension = ReturnType<typeof OwnSuspension>;

/** No user would be left who may edit the corporate's settings, and so reinstate others. */
export const LastSettingsEditor = (userId: UserId) =>
  ({ _tag: 'LastSettingsEditor', userId }) as const;
export type LastSettingsEditor = ReturnType<typeof LastSettingsEditor>;

/** The suspension that was to be taken back has been, and another may have followed. */
export const SuspensionOver = (userId: UserId) => ({ _tag: 'SuspensionOver', userId }) as const;
export type SuspensionOver = ReturnType<typeof SuspensionOver>;
