import { toProblem } from '../../problem/problem.js';
import type { Refusal } from '../../problem/refusal.js';
import type { Texts } from '../texts/english.js';

/** Why the engine refused something, in the language of the person. */
export const refusalText = (refusal: Refusal, { engine }: Texts): string =>
  engine.refusal(refusal, toProblem(refusal).detail);
