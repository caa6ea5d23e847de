import { expecting } from '../check/check.js';
import type { VerifierUnderTest } from './verifier-under-test.js';

/** Something that a verifier is asked about, in words. */
export interface Claim {
  readonly what: string;
}

/** A verifier that believes nothing refuses what is forged, too: each rule has something genuine. */
export interface Claims<C extends Claim> {
  readonly genuine: readonly [C, ...ReadonlyArray<C>];
  readonly forged?: ReadonlyArray<C>;
}

type Ask<C> = (claim: C) => boolean | Promise<boolean> | undefined;

const expectAnswer = async <C extends Claim>(ask: Ask<C>, claim: C, wanted: boolean) => {
  const answer = await ask(claim);
  expecting(answer === wanted, `${String(wanted)} for ${claim.what}`, String(answer));
};

/** The genuine ones come first: code that remembers what it has believed gives itself away. */
export const expectAnswers = async <C extends Claim>(
  ask: Ask<C>,
  { genuine, forged = [] }: Claims<C>,
): Promise<void> => {
  for (const claim of genuine) await expectAnswer(ask, claim, true);
  for (const claim of forged) await expectAnswer(ask, claim, false);
};

const TOLERANCE_SECONDS = 300;

/** How far a timestamp may be from now, in ms. */
export const toleranceOf = ({ toleranceSeconds = TOLERANCE_SECONDS }: VerifierUnderTest): number =>
  toleranceSeconds * 1_000;

/** Timestamps that no arithmetic refuses: every comparison with the first is false. */
export const NO_TIMES = [Number.NaN, Number.POSITIVE_INFINITY];
