import { ArchiveUnusable } from '@hundi/core';
import { ArchiveHeld } from '@hundi/core/operator';
import { archiveDatabase } from '../../archive/archive-database.js';
import { readArguments } from '../local/archive-arguments.js';
import { EXIT, textOf, type Command } from '../command/command.js';
import { DATABASE_OPTION, databaseOf } from '../local/database-of.js';

/** `hundi archive`: moves what is old out of the database. */
export const archive: Command = {
  options: {
    'older-than': { type: 'string', value: 'DAYSd', about: 'the least age, as 400d' },
    to: { type: 'string', value: 'DIRECTORY', about: 'the archive; else ARCHIVE_DIR' },
    'dry-run': {
      type: 'boolean',
      about: 'counts and proves what would be archived, and changes nothing',
    },
    ...DATABASE_OPTION,
  },
  about:
    'Moves sealed journals and ended payouts that are old enough into files, a line for each (docs/archive.md). A signal stops it between two files; the next call goes on. PostgreSQL may be in use meanwhile; an SQLite file may not.',
  examples: ['hundi archive --older-than 400d --to /srv/archive'],
  run: async (given, around) => {
    const { env, directory, out, err, stop } = around;
    const asked = readArguments(
      {
        olderThan: textOf(given, 'older-than'),
        to: textOf(given, 'to') ?? env['ARCHIVE_DIR'],
        isDryRun: given.values['dry-run'] === true,
      },
      directory,
    );
    const print = given.json
      ? (line: string) => {
          out(JSON.stringify({ line }));
        }
      : out;
    try {
      const what = { ...databaseOf(given, around), ...asked };
      const ended = await archiveDatabase(what, print, () => stop.aborted);
      return ended === 'done' ? EXIT.done : EXIT.failed;
    } catch (error) {
      if (!(error instanceof ArchiveHeld || error instanceof ArchiveUnusable)) throw error;
      err(`hundi: ${error.message}`);
      return EXIT.failed;
    }
  },
};
