import { E } from '@hundi/core';
import { reinstateByOperator } from '@hundi/core/operator';
import { openExisting } from '../../verify/open-existing.js';
import { EXIT, Failed, Misused, textOf, type Command } from '../command.js';
import { DATABASE_OPTION, databaseOf } from '../database-of.js';

/** `hundi people reinstate`: the bank reinstates a user whom the people of their corporate cannot. */
export const peopleReinstate: Command = {
  words: 'CORPORATE USER',
  wordsMax: 2,
  options: {
    by: { type: 'string', value: 'NAME', about: 'your name, for the journal' },
    ...DATABASE_OPTION,
  },
  about:
    'Reinstates a suspended user without a second person, for a corporate whose own people cannot: their roles, and the keys that act as them, work again (docs/portal.md). The journal names the actor as "operator NAME". PostgreSQL may be in use meanwhile; the service on an SQLite file must be stopped.',
  examples: ['hundi people reinstate acme u-head --by n.rao'],
  run: async (given, around) => {
    const [corporateTenantId, userId] = given.words;
    const operator = textOf(given, 'by');
    if (corporateTenantId === undefined || userId === undefined || operator === undefined)
      throw new Misused('expected CORPORATE, USER and --by NAME');
    const { place, pooler } = databaseOf(given, around);
    const { storage, openClock, close } = await openExisting(place, pooler);
    try {
      const input = { corporateTenantId, userId, operator };
      const done = await reinstateByOperator({ storage, clock: await openClock() }, input);
      if (E.isLeft(done)) {
        if (done.left._tag === 'PersonNotFound')
          throw new Failed(`no user of ${corporateTenantId} is called ${userId}`);
        const faults = done.left.issues.map(({ pointer, detail }) => `${pointer} ${detail}`);
        throw new Misused(faults.join('; '));
      }
      const { person, wasSuspended } = done.right;
      around.out(
        given.json
          ? JSON.stringify(done.right)
          : `${person.userId} ${wasSuspended ? 'is reinstated' : 'was not suspended'}`,
      );
      return EXIT.done;
    } finally {
      await close();
    }
  },
};
