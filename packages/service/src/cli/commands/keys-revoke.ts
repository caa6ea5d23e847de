import { randomUUID } from 'node:crypto';
import { EXIT, Misused, type Command } from '../command/command.js';
import { KIND_OPTION, kindOf, KINDS, type KeyView } from '../keys/kinds.js';
import { PERSON_ABOUT, PERSON_OPTIONS, withSession } from '../keys/log-in.js';
import { callPortal } from '../keys/portal.js';
import { decoded } from '../remote/decoded.js';
import { plain } from '../terminal/plain.js';

/** `hundi keys revoke KEY_ID`: ends a key. */
export const keysRevoke: Command = {
  words: 'KEY_ID',
  wordsMax: 1,
  options: { ...PERSON_OPTIONS, ...KIND_OPTION },
  about: `Revokes a key: the service rejects it from the next request on. Revoking a key again has no effect. ${PERSON_ABOUT}`,
  examples: ['hundi keys revoke 6f1a2b3c4d5e6f70'],
  run: async (given, around) => {
    const [keyId] = given.words;
    if (keyId === undefined)
      throw new Misused('KEY_ID: must be given, as hundi keys list shows it');
    const kind = kindOf(given);
    const { path, View } = KINDS[kind];
    const revoke = {
      method: 'POST',
      path: `${path}/${encodeURIComponent(keyId)}/revoke`,
      idempotencyKey: randomUUID(),
    } as const;
    const view = await withSession(given, around, async (session) =>
      decoded<KeyView>(View, await callPortal(session, revoke, around)),
    );
    around.out(
      given.json
        ? JSON.stringify({ kind, ...view })
        : `${kind} key ${view.keyId} (${plain(view.name)}) is revoked`,
    );
    return EXIT.done;
  },
};
