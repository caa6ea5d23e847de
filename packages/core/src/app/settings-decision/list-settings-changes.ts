import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { settingsPerson, VIEWING } from '../rights/settings-person.js';
import { E } from '../../kernel/fp.js';
import {
  CursorRequest,
  cursors,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import type * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import { optional } from '../../kernel/codecs/parameter.js';
import { record } from '../../kernel/codecs/record.js';
import { filteredPage } from '../../kernel/flow/filtered-page.js';
import { sealedList } from '../../storage/sealed-list.js';
import type { Permission } from '../../model/tenancy/user.js';
import { token } from '../../kernel/token.js';
import {
  settingsChangeView,
  type SettingsChangeView,
} from '../../model/settings/change/settings-change-view.js';
import { SettingsChangeState, stateAt } from '../../model/settings/change/settings-change.js';

/** The query parameter that narrows the list of proposed changes. */
export const SettingsChangesQuery = {
  state: optional(about(SettingsChangeState, 'Only items in this state; default: any state.')),
};

/** The acting user, the state to narrow the list to, and the page. */
const ListSettingsChangesInput = record(
  'ListSettingsChangesInput',
  { actorUserId: UserId, ...CursorRequest.required },
  { state: SettingsChangeState, ...CursorRequest.optional },
);
type ListSettingsChangesInput = t.TypeOf<typeof ListSettingsChangesInput>;

type ListSettingsChangesError = ActorNotFound | SettingsDenied | InvalidCursor;

/**
 * Lists the changes of settings that were proposed, the last one first, to people who may look at settings or
 * after webhooks.
 */
export type ListSettingsChanges = ListUseCase<
  ListSettingsChangesInput,
  ListSettingsChangesError,
  CursorPage<SettingsChangeView>
>;
export const ListSettingsChanges = token<ListSettingsChanges>('ListSettingsChanges');

const MAY_LOOK: ReadonlyArray<Permission> = [...VIEWING, 'webhooks.manage'];

export const makeListSettingsChanges = sealedList(ListSettingsChanges, {
  input: ListSettingsChangesInput,
  cursors: (seal, tenant, { actorUserId: userId, state }) =>
    cursors(seal, tenant, 'settings-changes', { userId, state }),
  page: async (stores, tenant, { actorUserId, state }, { after, limit, at: now }) => {
    const actor = await settingsPerson(stores, tenant, actorUserId, MAY_LOOK);
    if (E.isLeft(actor)) return actor;
    const { items, next } = await filteredPage(
      {
        read: (before, count) => stores.settingsChanges.latest(tenant, count, before),
        placeOf: ({ changeId }) => changeId,
        keep: (changes) =>
          changes.filter((change) => state === undefined || stateAt(change, now) === state),
      },
      after,
      limit,
    );
    return E.right({ items: items.map((change) => settingsChangeView(change, now)), next });
  },
});
