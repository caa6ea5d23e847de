import type { Issue } from '@hundi/core';
import { ISSUES_MAX } from '@hundi/core/wire';
import type { ProblemType } from './problem-types.js';

/** The problem document of a refusal. */
export interface Wording<R> {
  readonly type: ProblemType;
  readonly detail: (refusal: R) => string;
  /** Further members of its body. */
  readonly more?: (
    detail: string,
    refusal: R,
  ) => {
    readonly message?: string;
    readonly error?: {
      readonly code: 'FORBIDDEN' | 'CONFIRMATION_NEEDED' | 'SECOND_FACTOR_NEEDED';
      readonly message: string;
    };
    readonly errors?: ReadonlyArray<Issue>;
  };
  readonly headers?: Readonly<Record<string, (refusal: R) => string>>;
}

/** A refusal that says the same every time. */
export const says = (type: ProblemType, detail: string) => ({ type, detail: () => detail });

/** §7: some bodies were seen with only a message; they keep it beside the rest. */
export const message = (detail: string) => ({ message: detail });

/** The absent record. */
export const absent = (detail: string) => says('object_not_found_error', detail);

/** The action that the person or key may not do. */
export const forbidden = (detail: string) => says('insufficient_permissions_error', detail);

/** The fault of a request, in one sentence. */
export const summary = (issues: ReadonlyArray<Issue>): string => {
  const [first] = issues;
  if (first === undefined) return 'The request is invalid.';
  const where = first.pointer === '' ? 'The body' : first.pointer;
  if (issues.length === 1)
    return `${where}: ${first.detail}${first.detail.endsWith('?') ? '' : '.'}`;
  const others = `${issues.length < ISSUES_MAX ? '' : 'at least '}${String(issues.length - 1)} more`;
  return `${where}: ${first.detail}, and ${others}.`;
};
