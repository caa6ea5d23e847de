import { E } from '../../../kernel/fp.js';
import type { Token } from '../../../kernel/token.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { ActorInput } from '../../../model/access/actor-input.js';
import type { AnyKey } from '../../../model/access/key/api-key.js';
import { lookThrough } from '../../../storage/look.js';
import { settingsViewer } from '../../rights/settings-person.js';
import type { KeyKind } from './key-kind.js';

/** Why keys are not listed (decisions §3). */
export type ListKeysError = ActorNotFound | SettingsDenied;

/** In the order in which they were made; by their ids where that is one moment. */
const oldestFirst = (a: AnyKey, b: AnyKey): number =>
  a.createdAt - b.createdAt || (a.keyId < b.keyId ? -1 : 1);

/** Makes the use case that lists every key of one kind that a corporate has or had. */
export const listingKeys = <K extends AnyKey, V>(
  service: Token<NoInfer<ListUseCase<ActorInput, ListKeysError, ReadonlyArray<V>>>>,
  keys: KeyKind<K, V>,
) =>
  lookThrough(service, ActorInput, async (stores, tenant, { actorUserId }) => {
    const actor = await settingsViewer(stores, tenant, actorUserId);
    if (E.isLeft(actor)) return actor;
    const all = (await keys.of(stores, tenant)).toSorted(oldestFirst);
    const uses = await stores.access.uses(all.map(({ keyId }) => keys.subject(keyId)));
    const usedAt = new Map(uses.map((use) => [use.keyId, use.usedAt]));
    return E.right(all.map((key) => keys.view(key, usedAt.get(keys.subject(key.keyId)))));
  });
