import * as t from 'io-ts';

/** The authority key as the database keeps it: sealed by the host's sealer, so that the database alone makes no seal. */
export const SealedAuthorityKey = t.strict({ id: t.literal('authority'), sealedKey: t.string });
export type SealedAuthorityKey = t.TypeOf<typeof SealedAuthorityKey>;
