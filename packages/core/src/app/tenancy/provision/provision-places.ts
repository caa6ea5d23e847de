import type { KeyPrefix } from '../../../model/access/key/key-text.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { broughtKey, type BringsKey } from '../../../model/access/key/brought-key.js';
import type { ProvisionDocument } from './provision-document.js';

/** Where a document names something that only one corporate of the engine may have. */
export interface Place {
  readonly id: string;
  readonly tenant: Tenant;
  readonly pointer: string;
}

type Banks = ProvisionDocument['bankTenants'];

/** Corporates: their ids are unique in the engine, over all banks. */
export const corporatesIn = (banks: Banks): ReadonlyArray<Place> =>
  banks.flatMap(({ bankTenantId, corporates }, b) =>
    corporates.map(({ corporateTenantId }, c) => ({
      id: corporateTenantId,
      tenant: { bankTenantId, corporateTenantId },
      pointer: `/bankTenants/${String(b)}/corporates/${String(c)}/corporateTenantId`,
    })),
  );

/** Keys that the document brings: they are looked up by their ids alone. */
export const keysIn = (
  banks: Banks,
  prefix: KeyPrefix,
  list: 'apiKeys' | 'secretKeys',
): ReadonlyArray<Place> =>
  banks.flatMap(({ bankTenantId, corporates }, b) =>
    corporates.flatMap(({ corporateTenantId, ...corporate }, c) => {
      const at = `/bankTenants/${String(b)}/corporates/${String(c)}/${list}`;
      const tenant = { bankTenantId, corporateTenantId };
      const parts: ReadonlyArray<BringsKey> = corporate[list] ?? [];
      return parts.flatMap((part, i) => {
        const brought = broughtKey(prefix, part);
        if (brought === undefined) return [];
        return [{ id: brought.id, tenant, pointer: `${at}/${String(i)}/${brought.member}` }];
      });
    }),
  );
