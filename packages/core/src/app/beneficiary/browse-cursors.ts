import * as t from 'io-ts';
import { cursors, type Cursors } from '../../kernel/values/cursor.js';
import type { BeneficiaryId, UserId } from '../../kernel/values/ids.js';
import { SearchText } from '../../kernel/values/search-text.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import { BeneficiaryState } from './browsed-beneficiary.js';

/** What narrows the list of payees that people look at. */
export const BROWSE_FILTER = {
  state: BeneficiaryState,
  changePending: t.literal(true),
  search: SearchText,
};
const _Filter = t.partial(BROWSE_FILTER);

/** The cursors of this list, of one person and under these filters. */
export const browseCursors = (
  sealer: GuardedSealer,
  tenant: Tenant,
  {
    actorUserId: userId,
    state,
    changePending,
    search,
  }: t.TypeOf<typeof _Filter> & { readonly actorUserId: UserId },
): Cursors<BeneficiaryId> =>
  cursors(sealer, tenant, 'beneficiaries', { userId, state, changePending, search });
