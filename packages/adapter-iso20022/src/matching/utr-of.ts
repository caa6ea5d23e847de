import type { UsageGuide, UtrPlace } from '../guide/usage-guide.js';
import type { BankReferences } from '../reading/status-answer.js';

const at = (references: BankReferences, place: UtrPlace): string | undefined =>
  typeof place === 'string'
    ? references[place]
    : references.proprietary?.find(({ type }) => type === place.proprietary)?.reference;

/** The UTR among the references of the bank, where its guide says that it stands. */
export const utrOf = (references: BankReferences, { utr }: UsageGuide): string | undefined =>
  utr.map((place) => at(references, place)).find((found) => found !== undefined);
