import { KeyCreatorNotEligible } from '../../../model/access/access-errors.js';
import { may } from '../../../model/access/actor.js';
import type { Caller } from '../../access/authenticate/authenticate.js';
import { E } from '../../../kernel/fp.js';
import {
  cursorPage,
  CursorRequest,
  cursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
  type PlacedPage,
} from '../../../kernel/values/cursor.js';
import { callersListUseCase, type ListFor } from '../../../kernel/use-case/use-case.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type { Permission } from '../../../model/tenancy/user.js';
import { recipe, token } from '../../../kernel/token.js';
import type { PaymentPackage } from '../../../model/package/payment-package.js';
import { packageRecord, type PackageRecord } from './package-view.js';

type ListPackagesError = KeyCreatorNotEligible | InvalidCursor;

/**
 * Lists every package of the corporate by its code, a page at a time (§4.4). The key's creator must hold a
 * permission over settings at this moment; a key without such a creator sees nothing.
 */
export type ListPackages = ListFor<
  Pick<Caller, 'tenant' | 'createdByUserId'>,
  CursorRequest,
  ListPackagesError,
  CursorPage<PackageRecord>
>;
export const ListPackages = token<ListPackages>('ListPackages');

const SETTINGS: ReadonlyArray<Permission> = ['settings.view', 'settings.edit', 'settings.approve'];

export const makeListPackages = recipe(
  ListPackages,
  { Storage, Sealer: GuardedSealer },
  ({ storage, sealer }) =>
    callersListUseCase(CursorRequest, async ({ tenant, createdByUserId }, { limit, after }) => {
      const places = cursors(sealer, tenant, 'packages', {});
      const place = await places.read(after);

      type Found = E.Either<ListPackagesError, PlacedPage<PackageRecord, string>>;
      const found = await storage.read<Found>(async (stores) => {
        const [creator] = await stores.tenancy.actors(tenant, [createdByUserId]);
        if (creator === undefined || !SETTINGS.some((permission) => may(creator, permission))) {
          return E.left(KeyCreatorNotEligible());
        }
        if (E.isLeft(place)) return place;

        const read = await stores.tenancy.packagesAfter(tenant, place.right, limit + 1);
        const view = await viewOf(stores, tenant, read);
        return E.right(placedPage(read, limit, ({ packageCode }) => packageCode, view));
      });
      return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
    }),
);

/** Looks up what is attached to packages, one question for all of them, and shows each with it. */
const viewOf = async (
  { tenancy, beneficiaries }: Stores,
  tenant: Tenant,
  packages: ReadonlyArray<PaymentPackage>,
) => {
  const codes = packages.map(({ packageCode }) => packageCode);
  const accounts = await tenancy.debitAccounts(tenant);
  const roles = await tenancy.roles(tenant);
  const payees = await beneficiaries.countByPackage(tenant, codes);
  return (one: PaymentPackage): PackageRecord =>
    packageRecord(one, accounts, {
      beneficiaries: payees.get(one.packageCode) ?? 0,
      roles: roles.filter(({ packageCodes }) => packageCodes.includes(one.packageCode)).length,
    });
};
