import { decodeInput, E } from '@hundi/core';
import { Failed } from '../command/command.js';
import type { Answer } from './call.js';
import { refused } from './refused.js';

type Decoder<A> = Parameters<typeof decodeInput<A>>[0];

/** The body of a success. @throws Failed when the answer is a refusal, or not what Hundi answers. */
export const decoded = <A>(codec: Decoder<A>, answer: Answer): A => {
  if (answer.status < 200 || answer.status > 299) return refused(answer);
  const body = decodeInput(codec, answer.body);
  if (E.isRight(body)) return body.right;
  const places = body.left.issues.map(({ pointer }) => pointer || 'the body').join(', ');
  throw new Failed(
    `the service answered ${String(answer.status)} with something unexpected (${places}): is the address right, and the service of this version?`,
  );
};
