import { hashSource } from './hashed.js';

/** A script that pages may carry, and why. The inventory of scripts lists nothing else. */
export interface PageScript {
  readonly name: string;
  /** The function that the script adds to its page. */
  readonly reason: string;
  readonly text: string;
  /** The hash by which the policy allows it. */
  readonly hash: string;
}

export const pageScript = (name: string, reason: string, text: string): PageScript => ({
  name,
  reason,
  text,
  hash: hashSource(text),
});
