import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { personToChange, PersonChangeInput, type PersonChangeError } from './person-change.js';
import { ending } from './suspension.js';

/** The number of sessions that were ended. */
export interface EndedSessions {
  readonly userId: UserId;
  readonly ended: number;
}

/** Ends every session of a user: their tokens open nothing from the next request on. They may come in again. */
export type EndSessions = UseCase<PersonChangeInput, PersonChangeError, EndedSessions>;
export const EndSessions = token<EndSessions>('EndSessions');

export const makeEndSessions = recipe(EndSessions, { Storage, Clock }, ({ storage, clock }) =>
  useCase(PersonChangeInput, (tenant, input) =>
    storage.atomically(async (stores) => {
      const { actorUserId, userId } = input;
      const person = await personToChange(stores, tenant, input);
      if (E.isLeft(person)) return person;
      const at = clock.now();
      const sessions = await stores.portal.sessionsOf(tenant, userId);
      const saves = sessions.map(ending({ by: actorUserId, at }));
      await writeRecords(stores, { saves });
      return E.right({ userId, ended: sessions.length });
    }),
  ),
);
