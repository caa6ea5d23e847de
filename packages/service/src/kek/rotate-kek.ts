import { aesSealer, kekId } from '@hundi/adapter-node';
import {
  OlderKeyInUse,
  resealAll,
  SealerLacksKey,
  type ResealedKind,
  type ResealStep,
} from '@hundi/core/operator';
import type { Pooler } from '@hundi/adapter-knex';
import type { DatabasePlace, Keks } from '../config/config.js';
import { counted } from '../texts/counted.js';
import { openExisting } from '../database/open-existing.js';

/** The settings of a rotation. */
export interface KekRotation {
  readonly place: DatabasePlace;
  /** What stands between this process and PostgreSQL. */
  readonly pooler: Pooler;
  /** The new key, and those that sealed what the database holds. */
  readonly keks: Keks;
}

/** Where a rotation says what it does. */
export interface RotationReport {
  /** The result. */
  readonly out: (line: string) => void;
  /** A line for each kind of record that is done, and faults. */
  readonly err: (line: string) => void;
  /** Asked after each page: the run then ends, and the next one goes on. */
  readonly isStopped: () => boolean;
}

const NAMES: Readonly<Record<ResealedKind, readonly [one: string, several: string]>> = {
  secret_key: ['secret key', 'secret keys'],
  webhook_endpoint: ['webhook endpoint', 'webhook endpoints'],
  settings_change: ['change of settings', 'changes of settings'],
  checkout_session: ['checkout session', 'checkout sessions'],
  payment_link: ['payment link', 'payment links'],
  person_factors: ['person’s factors', 'persons’ factors'],
  authority_key: ['authority key', 'authority keys'],
  answer: ['kept answer with secrets', 'kept answers with secrets'],
  canary: ['canary', 'canaries'],
};

type Counts = Pick<ResealStep, 'kind' | 'pass' | 'looked' | 'resealed'>;

const lineOf = ({ kind, pass, looked, resealed }: Counts): string => {
  const done = kind === 'canary' ? 'taken away' : 'sealed anew';
  return `${kind === 'canary' ? 'end' : `pass ${String(pass)}`}: ${counted(looked, ...NAMES[kind])}, ${String(resealed)} ${done}`;
};

/** Adds up the pages of each kind and says a line when the next kind begins. */
const tally = (say: (line: string) => void) => {
  let counts: Counts | undefined;
  const flush = (): void => {
    if (counts !== undefined) say(lineOf(counts));
    counts = undefined;
  };
  return {
    flush,
    add: ({ kind, pass, looked, resealed }: ResealStep): void => {
      if (counts?.kind !== kind || counts.pass !== pass) flush();
      counts = {
        kind,
        pass,
        looked: (counts?.looked ?? 0) + looked,
        resealed: (counts?.resealed ?? 0) + resealed,
      };
    },
  };
};

const LOST_MAX = 20;

/**
 * Seals under the first key what the database keeps sealed under another one. A PostgreSQL database may be in use; the
 * service on an SQLite file must be stopped. Stopped anywhere, the next run does what is left.
 *
 * @returns 0 when nothing needs the other keys any more; 1 when something does, or the run was stopped.
 * @throws StartRefused when the database cannot be used.
 */
export const rotateKek = async (
  { place, pooler, keks }: KekRotation,
  { out, err, isStopped }: RotationReport,
): Promise<0 | 1> => {
  const { storage, openClock, close } = await openExisting(place, pooler);
  const { add, flush } = tally(err);
  const lost = new Set<string>();
  try {
    const ports = { storage, clock: await openClock(), sealer: aesSealer(keks) };
    for await (const step of resealAll(ports)) {
      add(step);
      for (const context of step.lost) lost.add(context);
      if (step.kind !== 'canary' && isStopped()) {
        flush();
        out('stopped: run it again to go on, and keep every key until then');
        return 1;
      }
    }
    flush();
  } catch (error) {
    flush();
    if (!(error instanceof SealerLacksKey || error instanceof OlderKeyInUse)) throw error;
    err(`hundi: ${error.message}`);
    return 1;
  } finally {
    await close();
  }
  for (const context of [...lost].slice(0, LOST_MAX))
    err(`no key opens what is sealed for "${context}": it was changed, or its key is missing`);
  out(
    lost.size > 0
      ? `${counted(lost.size, 'text stays as it is', 'texts stay as they are')}: no key opens them; all others are sealed under key ${kekId(keks[0])}`
      : `everything that the database keeps is sealed under key ${kekId(keks[0])}; see docs/operating.md for when the other keys can be dropped`,
  );
  return lost.size > 0 ? 1 : 0;
};
