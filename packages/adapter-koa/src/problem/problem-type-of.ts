import type { ProblemType } from './problem-types.js';
import { WORDINGS } from './wordings.js';

/** The type of problem with which HTTP answers a refusal, by its `_tag`; undefined for one that no route answers (§7). */
export const problemTypeOf = (tag: string): ProblemType | undefined =>
  Object.hasOwn(WORDINGS, tag) ? WORDINGS[tag as keyof typeof WORDINGS].type : undefined;
