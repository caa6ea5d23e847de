import { Misused, type Command } from '../command/command.js';
import { OUT_OPTION, withKeyFile } from '../keys/key-file.js';
import { KIND_OPTION, kindOf, KINDS } from '../keys/kinds.js';
import { PERSON_ABOUT, PERSON_OPTIONS, withSession } from '../keys/log-in.js';
import { makeKey } from '../keys/new-key.js';

/** `hundi keys rotate KEY_ID`: a key in the place of another. */
export const keysRotate: Command = {
  words: 'KEY_ID',
  wordsMax: 1,
  options: { ...PERSON_OPTIONS, ...KIND_OPTION, ...OUT_OPTION },
  about: `Makes a key that replaces another one, and prints it once, alone on standard output. The old key stays valid for 24 hours. Where the corporate asks for a second person, the old key stays as it is until that person approves the new one. ${PERSON_ABOUT}`,
  examples: ['hundi keys rotate 6f1a2b3c4d5e6f70 --out erp.key'],
  run: async (given, around) => {
    const [keyId] = given.words;
    if (keyId === undefined)
      throw new Misused('KEY_ID: must be given, as hundi keys list shows it');
    const kind = kindOf(given);
    const path = `${KINDS[kind].path}/${encodeURIComponent(keyId)}/rotate` as const;
    return withKeyFile(given, around, (file) =>
      withSession(given, around, (session) =>
        makeKey(session, kind, { path }, file, given, around),
      ),
    );
  },
};
