import { ActorNotFound } from '../../../model/access/access-errors.js';
import { ActorCursorInput } from '../../../model/access/actor-input.js';
import { may } from '../../../model/access/actor.js';
import { E } from '../../../kernel/fp.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { filteredPage } from '../../../kernel/flow/filtered-page.js';
import {
  placeCursors,
  type CursorPage,
  type InvalidCursor,
} from '../../../kernel/values/cursor.js';
import { sealedList } from '../../../storage/sealed-list.js';
import { token } from '../../../kernel/token.js';
import type { IncidentPlace } from '../../../storage/journal-store.js';
import { NotAnOperationsViewer } from '../../../model/journal/entry/journal-errors.js';
import { ofCorporate } from './of-bank.js';
import { incidentRecord, type IncidentRecord } from '../../event/journal-view.js';

type ListIncidentsError = ActorNotFound | NotAnOperationsViewer | InvalidCursor;

/**
 * Lists problems that a person should look at, newest first: outcomes that stay unknown, contradictions, failed jobs
 * (`operations.view`).
 */
export type ListIncidents = ListUseCase<
  ActorCursorInput,
  ListIncidentsError,
  CursorPage<IncidentRecord>
>;
export const ListIncidents = token<ListIncidents>('ListIncidents');

export const makeListIncidents = sealedList(ListIncidents, {
  input: ActorCursorInput,
  cursors: (seal, tenant, { actorUserId: userId }) =>
    placeCursors<IncidentPlace>(seal, tenant, 'incidents', { userId }),
  page: async ({ tenancy, journal }, tenant, { actorUserId }, { after, limit }) => {
    const [actor] = await tenancy.actors(tenant, [actorUserId]);
    if (actor === undefined) return E.left(ActorNotFound(actorUserId));
    if (!may(actor, 'operations.view')) return E.left(NotAnOperationsViewer(actorUserId));
    const { items, next } = await filteredPage(
      {
        read: (before, count) => journal.incidents(tenant, count, before),
        placeOf: ({ at, kind, subjectId }): IncidentPlace => ({ at, kind, subjectId }),
        keep: (found) => ofCorporate(tenant, found),
      },
      after,
      limit,
    );
    return E.right({ items: items.map(incidentRecord), ...(next !== undefined && { next }) });
  },
});
