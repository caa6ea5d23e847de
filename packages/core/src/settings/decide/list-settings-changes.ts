import type { ActorNotFound, SettingsDenied } from '../../access/access-errors.js';
import { settingsPerson } from '../../access/rights/settings-person.js';
import { E } from '../../kernel/fp.js';
import {
  cursorPage,
  CursorRequest,
  cursors,
  type CursorPage,
  type InvalidCursor,
  type PlacedPage,
} from '../../kernel/values/cursor.js';
import type * as t from 'io-ts';
import { alias } from '../../kernel/codecs/documented.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import { optional } from '../../kernel/codecs/parameter.js';
import { record } from '../../kernel/codecs/record.js';
import { filteredPage } from '../../kernel/flow/filtered-page.js';
import type { Clock } from '../../ports/clock.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { settingsChangeView, type SettingsChangeView } from '../change/settings-change-view.js';
import { SettingsChangeState, stateAt } from '../change/settings-change.js';

/** The query parameter that narrows the list of proposed changes. */
export const SettingsChangesQuery = {
  state: optional(
    alias(SettingsChangeState, { description: 'Only items in this state; default: any state.' }),
  ),
};

/** The acting user, the state to narrow the list to, and the page. */
const ListSettingsChangesInput = record(
  'ListSettingsChangesInput',
  { actorUserId: UserId, ...CursorRequest.required },
  { state: SettingsChangeState, ...CursorRequest.optional },
);
type ListSettingsChangesInput = t.TypeOf<typeof ListSettingsChangesInput>;

export type ListSettingsChangesError = ActorNotFound | SettingsDenied | InvalidCursor;

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

export const makeListSettingsChanges = (
  storage: Storage,
  clock: Clock,
  sealer: GuardedSealer,
): ListSettingsChanges =>
  listUseCase(ListSettingsChangesInput, async (tenant, { actorUserId, state, after, limit }) => {
    const places = cursors(sealer, tenant, 'settings-changes', {
      userId: actorUserId,
      ...(state !== undefined && { state }),
    });
    const start = await places.read(after);
    if (E.isLeft(start)) return start;

    type Found = E.Either<ListSettingsChangesError, PlacedPage<SettingsChangeView, string>>;
    const found = await storage.read<Found>(async (stores) => {
      const actor = await settingsPerson(stores, tenant, actorUserId, [
        'settings.view',
        'settings.edit',
        'settings.approve',
        'webhooks.manage',
      ]);
      if (E.isLeft(actor)) return actor;
      const now = clock.now();
      const { items, next } = await filteredPage(
        {
          read: (before, count) => stores.settingsChanges.latest(tenant, count, before),
          placeOf: ({ changeId }) => changeId,
          keep: (changes) =>
            changes.filter((change) => state === undefined || stateAt(change, now) === state),
        },
        start.right,
        limit,
      );
      return E.right({ items: items.map((change) => settingsChangeView(change, now)), next });
    });
    return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
  });
