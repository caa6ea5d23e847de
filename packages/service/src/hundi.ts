#!/usr/bin/env node
import { hundi } from './cli/hundi.js';
import { ofProcess } from './cli/surroundings.js';
import { writeForOwnerOnly } from './host/owners-only.js';

const READER_GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

// A reader that has what it wanted, as head does, is no fault of the command, which may have to tidy up.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!READER_GONE.has(error.code)) throw error;
});

writeForOwnerOnly();
const code = await hundi(process.argv.slice(2), ofProcess());
// A start that was refused may have opened a database, which would keep the process alive; what was printed goes first.
process.stdout.write('', () => process.exit(code));
