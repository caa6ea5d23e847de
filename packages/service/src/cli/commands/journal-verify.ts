import { resolve } from 'node:path';
import { fileArchive } from '@hundi/adapter-node';
import { ArchiveUnusable } from '@hundi/core';
import { verifyDatabase } from '../../verify/verify-database.js';
import { EXIT, textOf, type Command } from '../command.js';
import { counted } from '../counted.js';
import { DATABASE_OPTION, databaseOf } from '../database-of.js';

/** `hundi journal verify`: proves every journal. */
export const journalVerify: Command = {
  options: {
    ...DATABASE_OPTION,
    archive: { type: 'string', value: 'DIRECTORY', about: 'proves the archive there, too' },
  },
  about:
    'Proves the chain of every corporate, a line for each, and changes nothing. The database may be in use meanwhile. With --json each line is a check, {"check": "journal", "tenant", "chain", "archived", "notSealed"} or {"check": "archive", …}, and the last is {"journals", "holds"}.',
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
        pooler,
        archive,
      );
      const end = `${counted(journals, 'journal')}: ${holds ? 'all hold' : 'not all hold'}`;
      out(given.json ? JSON.stringify({ journals, holds }) : end);
      return holds ? EXIT.done : EXIT.failed;
    } catch (error) {
      if (!(error instanceof ArchiveUnusable)) throw error;
      err(`hundi: ${error.message}`);
      return EXIT.failed;
    }
  },
};
