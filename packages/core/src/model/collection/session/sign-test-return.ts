import { returnParameters, type ReturnFacts } from './return-signature.js';

/** The query of a return redirect as the engine signs it, for tests of a merchant's backend. */
export const signTestReturn = (facts: ReturnFacts, secretKey: string): string =>
  new URLSearchParams(Object.fromEntries(returnParameters(facts, secretKey))).toString();
