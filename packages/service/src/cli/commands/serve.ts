import { run } from '../../service/run.js';
import type { Command } from '../command/command.js';

/** `hundi serve`: the service. */
export const serve: Command = {
  serves: true,
  about:
    'Migrates the database, applies the provision document, and serves until SIGTERM or SIGINT. The line "hundi listening on URL" on standard output says that it is ready; the log goes to standard error.',
  examples: ['PORT=8080 hundi serve', 'SANDBOX=0 WORKERS=0 hundi serve'],
  run: () => run(),
};
