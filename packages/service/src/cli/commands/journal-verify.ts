import { resolve } from 'node:path';
import { aesSealer, fileArchive } from '@hundi/adapter-node';
import { ArchiveUnusable, E, KeptTextLost, type Sealer } from '@hundi/core';
import { keks } from '../../config/values.js';
import { verifyDatabase } from '../../verify/verify-database.js';
import { EXIT, Misused, textOf, type Command } from '../command/command.js';
import { counted } from '../../texts/counted.js';
import { DATABASE_OPTION, databaseOf } from '../local/database-of.js';

/** The sealer of the keys in the setting, where it is given. @throws Misused */
const sealerOf = (text: string | undefined): Sealer | undefined => {
  if (text === undefined) return undefined;
  const read = keks(text);
  if (E.isLeft(read)) throw new Misused(`HUNDI_KEK: expected ${read.left}`);
  return aesSealer(read.right);
};

/** `hundi journal verify`: proves every journal and every signature of an approval. */
export const journalVerify: Command = {
  options: {
    ...DATABASE_OPTION,
    archive: { type: 'string', value: 'DIRECTORY', about: 'proves the archive there, too' },
  },
  about:
    'Proves the chain of every corporate and the signatures of its approvals, a line for each, and changes nothing. The database may be in use meanwhile. A journal that is archived in part is not proven without --archive, and the command then fails. With the HUNDI_KEK of the service it also proves whose passkeys signed. With --json each line is a check, {"check": "journal", "tenant", "chain", "archived", "notSealed"}, {"check": "approvals", …} or {"check": "archive", …}, and the last is {"journals", "holds"}.',
  examples: ['hundi journal verify --archive /srv/archive'],
  run: async (given, around) => {
    const { out, err, directory } = around;
    const { place, pooler } = databaseOf(given, around);
    const named = textOf(given, 'archive');
    const archive = named === undefined ? undefined : fileArchive(resolve(directory, named));
    try {
      const { holds, journals } = await verifyDatabase(
        place,
        (line, finding) => {
          out(given.json ? JSON.stringify(finding) : line);
        },
        { pooler, archive, sealer: sealerOf(around.env['HUNDI_KEK']) },
      );
      const end = `${counted(journals, 'journal')}: ${holds ? 'all hold' : 'not all hold'}`;
      out(given.json ? JSON.stringify({ journals, holds }) : end);
      return holds ? EXIT.done : EXIT.failed;
    } catch (error) {
      if (!(error instanceof ArchiveUnusable || error instanceof KeptTextLost)) throw error;
      err(`hundi: ${error.message}`);
      return EXIT.failed;
    }
  },
};
