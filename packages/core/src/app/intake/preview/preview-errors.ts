import { ISSUES_MAX, type Issue } from '../../../kernel/codecs/decode.js';

/** There is no such preview for this corporate and this key. */
export const PreviewNotFound = () => ({ _tag: 'PreviewNotFound' }) as const;
export type PreviewNotFound = ReturnType<typeof PreviewNotFound>;

/** The preview is of another batch or person, or older than ten minutes. */
export const PreviewUnusable = (why: 'other_batch' | 'expired') =>
  ({ _tag: 'PreviewUnusable', why }) as const;
export type PreviewUnusable = ReturnType<typeof PreviewUnusable>;

/** Verdicts are others now than in the preview; at most the first hundred are named. */
export const VerdictsChanged = (issues: ReadonlyArray<Issue>) =>
  ({ _tag: 'VerdictsChanged', issues: issues.slice(0, ISSUES_MAX) }) as const;
export type VerdictsChanged = ReturnType<typeof VerdictsChanged>;

/** Why a batch does not get the verdicts of its preview. */
export type PreviewError = PreviewNotFound | PreviewUnusable | VerdictsChanged;
