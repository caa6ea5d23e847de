import { sealedIn as keyTextOf } from '../access/authenticate/sealed-key.js';
import { sealedAuthorityKey } from '../authority/authority-key.js';
import { sealedIn as pageTokenOf } from '../collection/page/page-token.js';
import { changedFactors } from '../../model/factor/held/factor.js';
import { sealedTotp } from '../factor/prove/sealed-totp.js';
import { tenantOf, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { SealedText } from '../../ports/sealer.js';
import type { SettingsChange } from '../../model/settings/change/settings-change.js';
import type { SealedRecordKind, SealedRecords } from '../../storage/sealed-record-store.js';
import { sealedSecret, sealedSecretsAt } from '../webhook/deliver/endpoint-keys.js';

/** What a sealed text becomes; itself where it stays. */
export type Swap = (sealed: string) => string;

/** Where a kind of record keeps sealed texts that may still be opened, and the record with others in their place. */
export interface SealedIn<A> {
  /** Whose corporate every unit holds that reads such a record to write it. Others compare what they write over. */
  readonly owner?: (record: A) => Tenant;
  readonly texts: (record: A, now: EpochMs) => ReadonlyArray<SealedText>;
  readonly swapped: (record: A, swap: Swap) => A;
}

type Json = Readonly<Record<string, unknown>>;

/** The texts of a change's payload: a secret key, or an endpoint. */
const proposedTexts = ({ payload }: SettingsChange): ReadonlyArray<SealedText> => {
  const { key, endpoint } = JSON.parse(payload) as {
    readonly key?: Json & { readonly keyId: string; readonly sealedSecret?: string };
    readonly endpoint?: Json & { readonly endpointId: string; readonly sealedSecret: string };
  };
  return [
    // A partner key has a digest, and nothing that is sealed.
    ...(key?.sealedSecret === undefined
      ? []
      : [keyTextOf({ keyId: key.keyId, sealedSecret: key.sealedSecret })]),
    ...(endpoint === undefined ? [] : [sealedSecret(endpoint)]),
  ];
};

/** A JSON text in which the members of this name are swapped. */
export const swappedIn = (json: string, name: string, swap: Swap): string =>
  JSON.stringify(
    JSON.parse(json, (member, value: unknown) =>
      member === name && typeof value === 'string' ? swap(value) : value,
    ),
  );

const pageIn = <A extends { readonly sealedToken: string }>(
  idOf: (record: A) => string,
): SealedIn<A> => ({
  texts: (record) => [pageTokenOf({ id: idOf(record), sealedToken: record.sealedToken })],
  swapped: (record, swap) => ({ ...record, sealedToken: swap(record.sealedToken) }),
});

export const SEALED_IN: { readonly [K in SealedRecordKind]: SealedIn<SealedRecords[K]> } = {
  // First: an approval puts the text of a change into a key or an endpoint, which are looked at after it.
  settings_change: {
    owner: tenantOf,
    // Nothing becomes of the payload of one that is decided on, or expired.
    texts: (change, now) =>
      change.state === 'pending' && change.expiresAt > now ? proposedTexts(change) : [],
    swapped: (change, swap) => ({
      ...change,
      payload: swappedIn(change.payload, 'sealedSecret', swap),
    }),
  },
  secret_key: {
    owner: tenantOf,
    texts: (key) => [keyTextOf(key)],
    swapped: (key, swap) => ({ ...key, sealedSecret: swap(key.sealedSecret) }),
  },
  webhook_endpoint: {
    owner: tenantOf,
    texts: sealedSecretsAt,
    swapped: ({ retiring, ...endpoint }, swap) => ({
      ...endpoint,
      sealedSecret: swap(endpoint.sealedSecret),
      ...(retiring !== undefined && {
        retiring: retiring.map((one) => ({ ...one, sealedSecret: swap(one.sealedSecret) })),
      }),
    }),
  },
  checkout_session: pageIn(({ sessionId }) => sessionId),
  payment_link: pageIn(({ linkId }) => linkId),
  authority_key: {
    texts: (key) => [sealedAuthorityKey(key)],
    swapped: (key, swap) => ({ ...key, sealedKey: swap(key.sealedKey) }),
  },
  person_factors: {
    texts: ({ factors }) =>
      factors.flatMap((one) => (one.kind === 'totp' ? [sealedTotp(one)] : [])),
    // A revision later: a use that read them before writes again, and not the earlier text back.
    swapped: (held, swap) =>
      changedFactors(held, {
        factors: held.factors.map((one) =>
          one.kind === 'totp' ? { ...one, sealedSecret: swap(one.sealedSecret) } : one,
        ),
      }),
  },
};
