import { reinstateByOperator } from '@hundi/core/operator';
import { EXIT, type Command } from '../command/command.js';
import { actOnPerson, PERSON_COMMAND } from '../local/person-command.js';

/** `hundi people reinstate`: the bank reinstates a user whom the people of their corporate cannot. */
export const peopleReinstate: Command = {
  ...PERSON_COMMAND,
  about:
    'Reinstates a suspended user without a second person, for a corporate whose own people cannot: their roles, and the keys that act as them, work again (docs/portal.md). The journal names the actor as "operator NAME". PostgreSQL may be in use meanwhile; the service on an SQLite file must be stopped.',
  examples: ['hundi people reinstate acme u-head --by n.rao'],
  run: async (given, around) => {
    const done = await actOnPerson([given, around], reinstateByOperator);
    const { person, wasSuspended } = done;
    around.out(
      given.json
        ? JSON.stringify(done)
        : `${person.userId} ${wasSuspended ? 'is reinstated' : 'was not suspended'}`,
    );
    return EXIT.done;
  },
};
