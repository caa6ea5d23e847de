import { signTestReturn, type ReturnFacts } from '@hundi/core/receiver';
import type { Rule } from '../check/check.js';
import { hook } from '../check/needs.js';
import { NOW } from '../../kit/webhook/conformance-deliveries.js';
import { expectAnswers, type Claim, type Claims } from './trial.js';
import type { VerifierUnderTest } from './verifier-under-test.js';

const KEY = 'sk_0123456789abcdef_0123456789abcdef0123456789abcdef';

const FACTS: ReturnFacts = {
  sessionId: 'cs_00ff',
  reference: 'ORDER-17',
  status: 'failed',
  timestamp: NOW / 1_000,
};

/** A query that claims to be the engine's. */
export interface ReturnClaim extends Claim {
  readonly query: string;
}

/** A query as the engine signs it. */
export const signed = (what: string, facts: Partial<ReturnFacts>, key = KEY): ReturnClaim => ({
  what,
  query: signTestReturn({ ...FACTS, ...facts }, key),
});

export const GENUINE = signed('a genuine query', {});

const KNOWS_RETURNS = hook<VerifierUnderTest>(
  'believesReturn',
  'a function that says whether your code believes the query of a customer who returns',
);

/** A rule about queries that are to be believed, and others that are not. */
export const returnRule = (
  sentence: string,
  port: string,
  claimsFor: (under: VerifierUnderTest) => Claims<ReturnClaim>,
): Rule<VerifierUnderTest> => ({
  sentence,
  port,
  needs: KNOWS_RETURNS,
  run: (under) =>
    expectAnswers<ReturnClaim>(
      ({ query }) => under.believesReturn?.(query, { secretKey: KEY, now: NOW }),
      claimsFor(under),
    ),
});
