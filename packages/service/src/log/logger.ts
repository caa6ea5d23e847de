import { destination, pino, type DestinationStream } from 'pino';
import type { LogLevel } from '../config/config.js';
import { allowed, type LogFields } from './log-fields.js';

/** Everything that a line may be about. Fixed texts: a value in one would be past the list of fields. */
const EVENTS = [
  'listening',
  'admin listening',
  'stopping',
  'stopped',
  'failed',
  'request',
  'security event',
  'security event, hashed under a further key',
  'request failed',
  'response failed',
  'malformed request',
  'too many connections',
  'SEND_MARK holds no mark: if this database has sent payments, the mark was lost, or other processes have another file',
  'OPERATOR_KEYS_FILE has no effect: this service has no /operator/v1, operators use the commands of hundi',
  'client went away',
  'background work failed',
  'bank call failed',
  'a folder of the bank cannot be used: no file is taken until somebody mends it',
  'the folders of the bank can be used again',
  'a file of the bank is broken: it lies in refused, with its reason',
  'a file of the bank speaks of money that moves no payout: look at it in done',
  'mail not sent',
  'backlog could not be read',
  'sandbox time could not be read',
  'machine clock differs from the database',
  'the clock of the database could not be read',
  'a key of HUNDI_KEK behind the first opens nothing that this database keeps: it is new, or can be dropped',
  'provision document omits existing records',
  'provision document differs from payees, which stay as they are',
  'provision document differs from approval policies, which stay as they are',
  'stored policies are not proven: payouts of their corporates wait until somebody vouches for them',
  'calendars end before the latest day that payments may be dated',
  'corporates approve payouts without a second factor',
  'corporates approve payouts up to an amount without a second factor',
  'the rail takes no groups: the bank debits each order of debit mode single by itself',
  'DATA_DIR/credentials.json holds secrets in clear: move them to a secret store and delete it',
  'DATA_DIR/credentials.json was removed, a day after it was written',
  'DATA_DIR/credentials.json could not be removed',
  'library printed',
  'Node.js warning',
] as const;
export type LogEvent = (typeof EVENTS)[number];

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

type Say = (event: LogEvent, fields?: LogFields) => void;

/** Writes JSON lines, of an event and fields from fixed lists; what is on neither list is dropped. */
export interface Logger extends Readonly<Record<Level, Say>> {
  /** Resolves when everything that was logged is out. */
  readonly flushed: () => Promise<void>;
}

const EVENT_NAMES: ReadonlySet<string> = new Set(EVENTS);

export const loggerTo = (stream: DestinationStream, level: LogLevel): Logger => {
  const lines = pino({ level }, stream);
  const say =
    (at: Level): Say =>
    (event, fields = {}) => {
      lines[at](allowed(fields), EVENT_NAMES.has(event) ? event : 'unnamed');
    };
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    fatal: say('fatal'),
    flushed: () =>
      new Promise((resolve) => {
        lines.flush(() => {
          resolve();
        });
      }),
  };
};

/** Logs on stderr; stdout carries the ready line and nothing else. */
export const stderrLogger = (level: LogLevel): Logger =>
  loggerTo(destination({ dest: 2, sync: false }), level);
