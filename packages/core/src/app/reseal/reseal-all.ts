import { CANARY, sealedCanary } from '../../model/access/key/canary.js';
import { sealerFit } from '../access/manage-keys/sealer-fit.js';
import { E } from '../../kernel/fp.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { SealedText, Sealer } from '../../ports/sealer.js';
import { makeGuardedSealer, type GuardedSealer } from '../../ports/guarded-sealer.js';
import { commit } from '../../storage/commit.js';
import type { RequestKey } from '../../storage/idempotency-store.js';
import type { SealedRecordKind } from '../../storage/sealed-record-store.js';
import type { Storage } from '../../storage/storage.js';
import { SEALED_ANSWERS, swappedBody, textOfAnswer } from './sealed-answers.js';
import { SEALED_IN, type Swap } from './sealed-texts.js';

/** The kinds of records that keep sealed texts for long. */
export type ResealedKind = SealedRecordKind | 'answer' | 'canary';

/** What one step of re-sealing did: a page of records of one kind. */
export interface ResealStep {
  readonly kind: ResealedKind;
  /** 1, and one more each time that everything is looked at again. */
  readonly pass: number;
  /** Records that were looked at. */
  readonly looked: number;
  /** Records whose texts are sealed under the current key now, and were not before. Canaries are taken away instead. */
  readonly resealed: number;
  /** Records that somebody wrote meanwhile: the next pass looks at them again. */
  readonly moved: number;
  /** What texts were sealed for that open under no key of the sealer: they were changed, or their key is missing. */
  readonly lost: ReadonlyArray<string>;
}

/** What re-sealing needs. */
export interface ResealPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** Passes in which there is still something to re-seal: another process goes on sealing under an older key. */
export class OlderKeyInUse extends Error {
  override readonly name: string = 'OlderKeyInUse';
}

/** The sealer lacks a key under which the database keeps texts: they could not be sealed anew. */
export class SealerLacksKey extends Error {
  override readonly name: string = 'SealerLacksKey';
}

const PAGE = 100;
const ANSWERS_PAGE = 1_000;
const PASSES_MAX = 5;

const KINDS = Object.keys(SEALED_IN) as ReadonlyArray<SealedRecordKind>;

interface Run {
  readonly storage: Storage;
  readonly sealer: GuardedSealer;
  readonly now: EpochMs;
  readonly pass: number;
}

/**
 * Seals under the current key everything that the database keeps sealed under another one, page by page, and looks at
 * everything again until nothing is left. It compares and sets, so it runs beside everything else; stopped anywhere, the
 * next run does what is left. In the end it takes away the canaries of the other keys: after that no start asks for
 * them. Codes that were mailed are left out, since they live five minutes.
 *
 * @throws SealerLacksKey, and nothing is done; OlderKeyInUse when five passes did not do; SealerAway when the sealer
 *   cannot be reached.
 */
export async function* resealAll({
  storage,
  clock,
  sealer,
}: ResealPorts): AsyncGenerator<ResealStep> {
  const guarded = makeGuardedSealer(sealer);
  const fit = await sealerFit(storage, guarded);
  if (E.isLeft(fit)) {
    const { opens, of } = fit.left;
    throw new SealerLacksKey(
      `the keys open ${String(opens)} of ${String(of)} samples of this database: list every key that sealed some of it`,
    );
  }
  for (let [pass, left] = [1, 1]; left > 0; pass += 1) {
    if (pass > PASSES_MAX)
      throw new OlderKeyInUse(
        'another process still seals under an older key: start each with the new key first, then re-seal again',
      );
    left = 0;
    for await (const step of onePass({ storage, sealer: guarded, now: clock.now(), pass })) {
      left += step.resealed + step.moved;
      yield step;
    }
  }
  yield await dropCanaries(storage, guarded);
}

async function* onePass(run: Run): AsyncGenerator<ResealStep> {
  for (const kind of KINDS) yield* recordsOf(run, kind);
  yield* answers(run);
}

async function* recordsOf<K extends SealedRecordKind>(
  { storage, sealer, now, pass }: Run,
  kind: K,
): AsyncGenerator<ResealStep> {
  const { texts, swapped, owner } = SEALED_IN[kind];
  for (let after: string | undefined; ;) {
    const from = after;
    const page = await storage.read(({ sealedRecords }) => sealedRecords.page(kind, PAGE, from));
    const resealed = await resealTexts(
      sealer,
      page.map(({ record }) => texts(record, now)),
    );
    const changes = page.flatMap((one, i) =>
      resealed.isChanged(i) ? [{ ...one, record: swapped(one.record, resealed.swap) }] : [],
    );
    const written =
      changes.length === 0
        ? 0
        : await commit(storage, async ({ tenancy, sealedRecords }) => {
            // A unit that has read the older text writes it back before this one compares, or reads the new one.
            const owned = owner === undefined ? [] : changes.map(({ record }) => owner(record));
            for (const [tenant] of byTenant(owned.map((one) => ({ tenant: one }))))
              await tenancy.holdCorporate(tenant);
            return sealedRecords.replace(kind, changes);
          });
    yield stepOf({ kind, pass, looked: page.length }, changes.length, written, resealed.lost);
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

async function* answers({ storage, sealer, pass }: Run): AsyncGenerator<ResealStep> {
  for (let after: RequestKey | undefined; ;) {
    const from = after;
    const { looked, found, last } = await storage.read(({ idempotency }) =>
      idempotency.sealed(SEALED_ANSWERS, ANSWERS_PAGE, from),
    );
    const resealed = await resealTexts(
      sealer,
      found.map((answer) => [textOfAnswer(answer)]),
    );
    const changes = found.flatMap((was, i) =>
      resealed.isChanged(i) ? [{ was, body: swappedBody(was, resealed.swap) }] : [],
    );
    const written =
      changes.length === 0
        ? 0
        : await commit(storage, ({ idempotency }) => idempotency.reseal(changes));
    const looks = { kind: 'answer', pass, looked: found.length } as const;
    yield stepOf(looks, changes.length, written, resealed.lost);
    after = last;
    if (looked < ANSWERS_PAGE) return;
  }
}

const stepOf = (
  looks: Pick<ResealStep, 'kind' | 'pass' | 'looked'>,
  changed: number,
  resealed: number,
  lost: ReadonlyArray<string>,
): ResealStep => ({ ...looks, resealed, moved: changed - resealed, lost });

interface Resealed {
  readonly swap: Swap;
  /** Whether a text of that record is to be swapped. */
  readonly isChanged: (record: number) => boolean;
  readonly lost: ReadonlyArray<string>;
}

/** Seals under the current key those texts of some records that are sealed under another. */
const resealTexts = async (
  { isCurrent, openMany, seal }: GuardedSealer,
  records: ReadonlyArray<ReadonlyArray<SealedText>>,
): Promise<Resealed> => {
  const all = records.flat();
  const current = await Promise.all(all.map(({ sealed }) => isCurrent(sealed)));
  const old = all.filter((_, i) => current[i] !== true);
  const secrets = old.length === 0 ? [] : await openMany(old);
  const lost: string[] = [];
  const fresh = new Map<string, string>();
  await Promise.all(
    old.map(async ({ sealed, context }, i) => {
      const secret = secrets[i];
      if (secret === undefined) lost.push(context);
      else fresh.set(sealed, await seal(secret, context));
    }),
  );
  return {
    swap: (sealed) => fresh.get(sealed) ?? sealed,
    isChanged: (i) => (records[i] ?? []).some(({ sealed }) => fresh.has(sealed)),
    lost,
  };
};

/** Takes away the canaries of keys that open nothing any more. One that does not open is not ours to take away. */
const dropCanaries = async (storage: Storage, sealer: GuardedSealer): Promise<ResealStep> => {
  const canaries = await storage.read(({ access }) => access.canaries());
  const current = await Promise.all(canaries.map(({ sealed }) => sealer.isCurrent(sealed)));
  const opened = canaries.length === 0 ? [] : await sealer.openMany(canaries.map(sealedCanary));
  const old = canaries.filter((_, i) => current[i] !== true && opened[i] === CANARY);
  const gone = current.includes(true) ? old : [];
  if (gone.length > 0)
    await commit(storage, ({ access }) => access.dropCanaries(gone.map(({ number }) => number)));
  return stepOf({ kind: 'canary', pass: 1, looked: canaries.length }, gone.length, gone.length, []);
};

/**
 * Whether nothing that the database keeps is sealed under a key of this sealer, as far as canaries say: the key is new, or
 * everything was sealed anew since.
 */
export const opensNothing = async (storage: Storage, sealer: Sealer): Promise<boolean> => {
  const canaries = await storage.read(({ access }) => access.canaries());
  const opened = await makeGuardedSealer(sealer).openMany(canaries.map(sealedCanary));
  return !opened.includes(CANARY);
};
