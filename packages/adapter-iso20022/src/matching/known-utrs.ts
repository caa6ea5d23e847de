/** The UTRs that the bank gave orders before: a return may name nothing else. */
export interface KnownUtrs {
  readonly add: (bankRef: string, utr: string) => void;
  readonly utrOf: (bankRef: string) => string | undefined;
  readonly bankRefsOf: (utr: string) => ReadonlyArray<string>;
}

/** @param paid each `bankRef` with its UTR */
export const knownUtrs = (paid: Iterable<readonly [string, string]> = []): KnownUtrs => {
  const byBankRef = new Map<string, string>();
  const byUtr = new Map<string, string[]>();
  const add = (bankRef: string, utr: string): void => {
    if (byBankRef.get(bankRef) === utr) return;
    byBankRef.set(bankRef, utr);
    byUtr.set(utr, [...(byUtr.get(utr) ?? []), bankRef]);
  };
  for (const [bankRef, utr] of paid) add(bankRef, utr);
  return {
    add,
    utrOf: (bankRef) => byBankRef.get(bankRef),
    bankRefsOf: (utr) => byUtr.get(utr) ?? [],
  };
};
