import type { Purpose } from '../../kernel/values/purpose.js';

/**
 * What payments may be for at a bank whose provision document has no `purposes`: codes of ISO 20022's external list that
 * corporates pay for.
 */
const DEFAULT_PURPOSES = [
  'BONU',
  'DIVD',
  'GDDS',
  'INSU',
  'INTC',
  'INTE',
  'LOAN',
  'LOAR',
  'OTHR',
  'PENS',
  'REFU',
  'RENT',
  'SALA',
  'SCVE',
  'SUPP',
  'TAXS',
  'TREA',
  'UBIL',
] as ReadonlyArray<string> as ReadonlyArray<Purpose>;

/** The closed list of purposes of a bank. */
export const purposesOf = ({
  purposes = DEFAULT_PURPOSES,
}: {
  readonly purposes?: ReadonlyArray<Purpose>;
}): ReadonlySet<Purpose> => new Set(purposes);
