import type { Issue } from '../../../kernel/codecs/decode.js';
import type { SettingsChangeState } from './settings-change.js';

/** The corporate has no such change. */
export const SettingsChangeNotFound = () => ({ _tag: 'SettingsChangeNotFound' }) as const;
export type SettingsChangeNotFound = ReturnType<typeof SettingsChangeNotFound>;

/** The person who proposed a change cannot decide on it. */
export const OwnSettingsChange = () => ({ _tag: 'OwnSettingsChange' }) as const;
export type OwnSettingsChange = ReturnType<typeof OwnSettingsChange>;

/** The change waits no longer. */
export const SettingsChangeOver = (state: Exclude<SettingsChangeState, 'pending'>) =>
  ({ _tag: 'SettingsChangeOver', state }) as const;
export type SettingsChangeOver = ReturnType<typeof SettingsChangeOver>;

/** The change is not the one that its person proposed: the database was written by hand, or the proposal has no seal yet. */
export const NotAsProposed = () => ({ _tag: 'NotAsProposed' }) as const;
export type NotAsProposed = ReturnType<typeof NotAsProposed>;

/** The person who proposed the change may no longer make it: it can only be rejected. */
export const ProposerNotEligible = () => ({ _tag: 'ProposerNotEligible' }) as const;
export type ProposerNotEligible = ReturnType<typeof ProposerNotEligible>;

/** What the change is about is no longer there, such as a deleted endpoint: it can only be rejected. */
export const SubjectGone = () => ({ _tag: 'SubjectGone' }) as const;
export type SubjectGone = ReturnType<typeof SubjectGone>;

/**
 * Its proposal would be refused now: the change has these faults, which it did not have then, such as a key that acts as
 * a user who was suspended since.
 */
export const NoLongerValid = (issues: ReadonlyArray<Issue>) =>
  ({ _tag: 'NoLongerValid', issues }) as const;
export type NoLongerValid = ReturnType<typeof NoLongerValid>;

/** The maximum of waiting changes is reached: that of the corporate, or that of the person who proposes. */
export const TooManySettingsChanges = (max: number, of: 'corporate' | 'person') =>
  ({ _tag: 'TooManySettingsChanges', max, of }) as const;
export type TooManySettingsChanges = ReturnType<typeof TooManySettingsChanges>;
