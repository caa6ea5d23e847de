import type { KeyPrefix } from '../../../model/access/key/key-text.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { broughtKey, type BringsKey } from '../../../model/access/key/brought-key.js';
import type { CorporatePart, ProvisionDocument } from './provision-document.js';

/** Where a document names something that only one corporate of the engine may have. */
export interface Place {
  readonly id: string;
  readonly tenant: Tenant;
  readonly pointer: string;
}

/** A corporate's part of a document, and where it stands there. */
interface PlacedPart {
  readonly tenant: Tenant;
  readonly part: CorporatePart;
  readonly at: string;
}

/** The parts of all corporates of a document, in its order. */
export const partsIn = ({ bankTenants }: ProvisionDocument): ReadonlyArray<PlacedPart> =>
  bankTenants.flatMap(({ bankTenantId, corporates }, b) =>
    corporates.map((part, c) => ({
      tenant: { bankTenantId, corporateTenantId: part.corporateTenantId },
      part,
      at: `/bankTenants/${String(b)}/corporates/${String(c)}`,
    })),
  );

/** Corporates: their ids are unique in the engine, over all banks. */
export const corporatesIn = (document: ProvisionDocument): ReadonlyArray<Place> =>
  partsIn(document).map(({ tenant, at }) => ({
    id: tenant.corporateTenantId,
    tenant,
    pointer: `${at}/corporateTenantId`,
  }));

/** Keys that the document brings: they are looked up by their ids alone. */
export const keysIn = (
  document: ProvisionDocument,
  prefix: KeyPrefix,
  list: 'apiKeys' | 'secretKeys',
): ReadonlyArray<Place> =>
  partsIn(document).flatMap(({ tenant, part, at }) => {
    const keys: ReadonlyArray<BringsKey> = part[list] ?? [];
    return keys.flatMap((key, i) => {
      const brought = broughtKey(prefix, key);
      if (brought === undefined) return [];
      return [{ id: brought.id, tenant, pointer: `${at}/${list}/${String(i)}/${brought.member}` }];
    });
  });
