import { ActorNotFound } from '../../access/access-errors.js';
import { ActorCursorInput } from '../../access/actor-input.js';
import { may } from '../../access/actor.js';
import { E } from '../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import {
  cursorPage,
  placeCursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
  type PlacedPage,
} from '../../kernel/values/cursor.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import type { IncidentPlace } from '../../storage/journal-store.js';
import { NotAnOperationsViewer } from '../entry/journal-errors.js';
import { incidentRecord, type IncidentRecord } from '../event/journal-view.js';

export type ListIncidentsError = ActorNotFound | NotAnOperationsViewer | InvalidCursor;

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

export const makeListIncidents = (storage: Storage, sealer: GuardedSealer): ListIncidents =>
  listUseCase(ActorCursorInput, async (tenant, { actorUserId, after, limit }) => {
    const places = placeCursors<IncidentPlace>(sealer, tenant, 'incidents', {
      userId: actorUserId,
    });
    const before = await places.read(after);
    if (E.isLeft(before)) return before;

    type Found = E.Either<ListIncidentsError, PlacedPage<IncidentRecord, IncidentPlace>>;
    const found = await storage.read<Found>(async ({ tenancy, journal }) => {
      const [actor] = await tenancy.actors(tenant, [actorUserId]);
      if (actor === undefined) return E.left(ActorNotFound(actorUserId));
      if (!may(actor, 'operations.view')) return E.left(NotAnOperationsViewer(actorUserId));
      const read = await journal.incidents(tenant, limit + 1, before.right);
      return E.right(
        placedPage(
          read,
          limit,
          ({ at, kind, subjectId }) => ({ at, kind, subjectId }),
          incidentRecord,
        ),
      );
    });
    return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
  });
