import { hashSource } from './hashed.js';

/** A script that pages may carry, and why. The inventory of scripts lists nothing else. */
export interface PageScript {
  readonly name: string;
  /** What a page can do with it that it cannot do without it. */
  readonly reason: string;
  readonly text: string;
  /** What the policy allows it by. */
  readonly hash: string;
}

export const pageScript = (name: string, reason: string, text: string): PageScript => ({
  name,
  reason,
  text,
  hash: hashSource(text),
});
