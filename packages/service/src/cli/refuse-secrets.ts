import { Misused } from './command/command.js';

/** A partner key, a secret key, a webhook secret or a portal token, by itself or behind `--option=`. */
const SECRET = /^(?:--[a-z-]+=)?(?:(?:pak|sk|pst)_[A-Za-z0-9]{4,40}_|whsec_[A-Za-z0-9+/]{20})/;

/** Options by which other programs take a key, and that no command has. */
const OF_SECRETS = /^--(?:api-key|secret-key|webhook-secret|token|password)(?:=|$)/;

/** The value of a word, also where it stands behind `--option=`. */
const valueOf = (word: string): string => word.replace(/^--[a-z-]+=/, '');

const hasPassword = (text: string): boolean => {
  if (!/^postgres(?:ql)?:/i.test(text) || !URL.canParse(text)) return false;
  const { password, searchParams } = new URL(text);
  return password !== '' || searchParams.has('password');
};

/**
 * Refuses a command line that holds a secret, or an option for one: every user of the machine can read the arguments of a process.
 *
 * @throws Misused, which does not repeat the secret.
 */
export const refuseSecrets = (line: ReadonlyArray<string>): void => {
  if (line.some((word) => SECRET.test(word) || OF_SECRETS.test(word)))
    throw new Misused(
      'no argument takes a key or a secret, because other users of this machine can read arguments: put it into the environment (HUNDI_API_KEY, HUNDI_WEBHOOK_SECRET) or into a file, and replace one that was given so if this machine is shared',
    );
  if (line.some((word) => hasPassword(valueOf(word))))
    throw new Misused(
      '--database-url: leave the password out, because other users of this machine can read arguments: set DATABASE_URL instead, and change the password if this machine is shared',
    );
};
