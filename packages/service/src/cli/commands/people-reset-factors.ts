import type { Mail } from '@hundi/core';
import { resetFactorsByOperator } from '@hundi/core/operator';
import { EXIT, type Command } from '../command/command.js';
import { mailerOfEnv } from '../local/mailer-of-env.js';
import { actOnPerson, PERSON_COMMAND } from '../local/person-command.js';

type Mailer = ReturnType<typeof mailerOfEnv>;

/** The addresses that no mail reached the mail server for. */
const unmailed = async (
  mailer: Mailer,
  mails: ReadonlyArray<Mail>,
): Promise<ReadonlyArray<string>> => {
  const sent = await Promise.allSettled(mails.map(async (mail) => mailer?.send(mail)));
  return mails.flatMap(({ to }, i) =>
    mailer === undefined || sent[i]?.status === 'rejected' ? [to] : [],
  );
};

/** `hundi people reset-factors`: the bank takes away the second factors of a user who lost them. */
export const peopleResetFactors: Command = {
  ...PERSON_COMMAND,
  about:
    'Removes all second factors and recovery codes of a user who lost them, for a corporate that has too few people to do it themselves (docs/portal.md): first prove who asks. Their sessions end; they log in with a mailed code and enrol again. The journal names the actor as "operator NAME". The user and the administrators of the corporate are mailed through SMTP_URL; the command names the addresses that it could not mail, and exits with 1. PostgreSQL may be in use meanwhile; the service on an SQLite file must be stopped.',
  examples: ['hundi people reset-factors acme u-head --by n.rao'],
  run: async (given, around) => {
    const mailer = mailerOfEnv(around);
    try {
      const { person, removed, mails } = await actOnPerson([given, around], resetFactorsByOperator);
      const missing = await unmailed(mailer, mails);
      around.out(
        given.json
          ? JSON.stringify({ person, removed, unmailed: missing })
          : removed === 0
            ? `${person.userId} has no second factor`
            : `${person.userId} has no second factor any more; removed: ${String(removed)}`,
      );
      if (missing.length === 0) return EXIT.done;
      around.err(`not mailed, tell them yourself: ${missing.join(', ')}`);
      return EXIT.failed;
    } finally {
      await mailer?.close();
    }
  },
};
