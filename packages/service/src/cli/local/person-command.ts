import { E, type Clock, type InvalidInput, type Storage } from '@hundi/core';
import type { PersonNotFound } from '@hundi/core/wire';
import type { OperatorPerson } from '@hundi/core/operator';
import { openExisting } from '../../database/open-existing.js';
import { Failed, Misused, textOf, type Command } from '../command/command.js';
import { DATABASE_OPTION, databaseOf } from './database-of.js';

type Act<R> = (
  ports: { readonly storage: Storage; readonly clock: Clock },
  input: OperatorPerson,
) => Promise<E.Either<InvalidInput | PersonNotFound, R>>;

/** The parts that commands share in which an operator of the bank acts on a user of a corporate. */
export const PERSON_COMMAND = {
  words: 'CORPORATE USER',
  wordsMax: 2,
  options: {
    by: { type: 'string', value: 'NAME', about: 'your name, for the journal' },
    ...DATABASE_OPTION,
  },
} as const satisfies Partial<Command>;

/** Acts on the user that the command line names. @throws Misused, Failed */
export const actOnPerson = async <R>(
  [given, around]: Parameters<Command['run']>,
  act: Act<R>,
): Promise<R> => {
  const [corporateTenantId, userId] = given.words;
  const operator = textOf(given, 'by');
  if (corporateTenantId === undefined || userId === undefined || operator === undefined)
    throw new Misused('expected CORPORATE, USER and --by NAME');
  const { place, pooler } = databaseOf(given, around);
  const { storage, openClock, close } = await openExisting(place, pooler);
  try {
    const input = { corporateTenantId, userId, operator };
    const done = await act({ storage, clock: await openClock() }, input);
    if (E.isRight(done)) return done.right;
    if (done.left._tag === 'PersonNotFound')
      throw new Failed(`no user of ${corporateTenantId} is called ${userId}`);
    const faults = done.left.issues.map(({ pointer, detail }) => `${pointer} ${detail}`);
    throw new Misused(faults.join('; '));
  } finally {
    await close();
  }
};
