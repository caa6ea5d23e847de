import { ActorNotFound } from '../../access/access-errors.js';
import { ActorCursorInput } from '../../access/actor-input.js';
import { may } from '../../access/actor.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import {
  cursorPage,
  placeCursors,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import type { Sealer } from '../../ports/sealer.js';
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
export type ListIncidents = UseCase<
  ActorCursorInput,
  ListIncidentsError,
  CursorPage<IncidentRecord>
>;
export const ListIncidents = token<ListIncidents>('ListIncidents');

export const makeListIncidents = (storage: Storage, sealer: Sealer): ListIncidents =>
  useCase(ActorCursorInput, async (tenant, { actorUserId, after, limit }) => {
    const places = placeCursors<IncidentPlace>(sealer, tenant, 'incidents', {
      userId: actorUserId,
    });
    const before = places.read(after);
    if (E.isLeft(before)) return before;

    return storage.read<E.Either<ListIncidentsError, CursorPage<IncidentRecord>>>(
      async ({ tenancy, journal }) => {
        const [actor] = await tenancy.actors(tenant, [actorUserId]);
        if (actor === undefined) return E.left(ActorNotFound(actorUserId));
        if (!may(actor, 'operations.view')) return E.left(NotAnOperationsViewer(actorUserId));
        const found = await journal.incidents(tenant, limit + 1, before.right);
        return E.right(
          cursorPage(
            found,
            limit,
            places,
            ({ at, kind, subjectId }) => ({ at, kind, subjectId }),
            incidentRecord,
          ),
        );
      },
    );
  });
