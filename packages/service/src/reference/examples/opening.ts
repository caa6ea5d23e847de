import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import { demoDocument, type ReceivedMail, type Sandbox } from '@hundi/testkit';

/** A batch of one payment, in paise. */
export const batchOf = (reference: string, amount: number, beneId = 'SHARMA01') => ({
  initiatedByUserId: 'u-maker',
  apiRefNumber: `RUN-${reference}`,
  payments: [{ transactionReference: reference, packageCode: 'VENDOR', amount, beneId }],
});
/** The answer of a use case. A refusal ends the example. */
export const answerOf = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) assert.fail(JSON.stringify(result.left));
  return result.right;
};
/** The tag of a refusal. */
export const refusalOf = (result: E.Either<{ readonly _tag: string }, unknown>): string => {
  assert(E.isLeft(result));
  return result.left._tag;
};
/** The one-time code in the newest mail. */
export const codeIn = ([mail]: ReadonlyArray<ReceivedMail>): string =>
  /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
/** The demo document with a second administrator of acme: one proposes, and another approves. */
export const secondAdmin = demoDocument({
  users: [
    {
      userId: 'u-admin-2',
      username: 'admin-2',
      kind: 'human',
      approvalState: 'approved',
      email: 'admin-2@acme.example',
      roleCodes: ['admin'],
    },
  ],
  apiKeys: [],
  secretKeys: [],
});

/** The names that every example may use. */
export interface Given extends Sandbox {
  readonly sandbox: Sandbox;
}

/** The examples of a feature, by what happens in each. */
export type Stories = Readonly<Record<string, (given: Given) => Promise<void>>>;
