import { EXIT, type Command } from '../command/command.js';
import { KINDS, type KeyView, type Kind } from '../keys/kinds.js';
import { listKeys } from '../keys/list-keys.js';
import { PERSON_ABOUT, PERSON_OPTIONS, withSession } from '../keys/log-in.js';
import { tableOf } from '../terminal/table.js';
import { moment } from '../terminal/moment.js';

const HEADINGS = [
  'kind',
  'key id',
  'name',
  'scopes',
  'acts as',
  'created by',
  'expires',
  'revoked',
  'suspended',
  'last used',
];

const momentOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : moment(at);

const cellsOf = (kind: Kind, key: KeyView): ReadonlyArray<string | undefined> => [
  kind,
  key.keyId,
  key.name,
  key.scopes?.join(','),
  key.actsAsUserId,
  key.createdBy,
  ...[key.expiresAt, key.revokedAt, key.suspendedAt, key.lastUsedAt].map(momentOf),
];

/** `hundi keys list`: the corporate's keys. */
export const keysList: Command = {
  options: PERSON_OPTIONS,
  about: `Lists the partner keys and the secret keys that the corporate has or had, never their text. ${PERSON_ABOUT}`,
  examples: ['hundi keys list --url https://payouts.bank.example --email admin@acme.example'],
  run: async (given, around) => {
    const kinds = Object.keys(KINDS) as ReadonlyArray<Kind>;
    const keys = await withSession(given, around, async (session) => {
      const lists: (readonly [Kind, KeyView])[] = [];
      for (const kind of kinds)
        for (const key of await listKeys(session, kind, around)) lists.push([kind, key]);
      return lists;
    });
    if (given.json) keys.forEach(([kind, key]) => around.out(JSON.stringify({ kind, ...key })));
    else
      tableOf(
        HEADINGS,
        keys.map(([kind, key]) => cellsOf(kind, key)),
      ).forEach(around.out);
    return EXIT.done;
  },
};
