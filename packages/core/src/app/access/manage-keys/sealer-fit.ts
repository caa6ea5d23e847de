import { E } from '../../../kernel/fp.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import type { SealedText } from '../../../ports/sealer.js';
import type { Canary } from '../../../storage/access-store.js';
import { commit } from '../../../storage/commit.js';
import { type Storage, type Stores } from '../../../storage/storage.js';
import { sealedSecret } from '../../webhook/deliver/endpoint-keys.js';
import { CANARY, CANARY_CONTEXT, sealedCanary } from '../../../model/access/key/canary.js';
import { sealedIn } from '../authenticate/sealed-key.js';

/**
 * The sealer does not open what this database holds: it lacks a key. Of the keys that this database needs, or of the
 * secrets that were looked at where none is noted yet, it opens `opens` of `of`. `closed` are the sealed texts of the
 * others, in which a sealer may note which key it needs.
 */
export const WrongSealer = (opens: number, of: number, closed: ReadonlyArray<string>) =>
  ({ _tag: 'WrongSealer', opens, of, closed }) as const;
export type WrongSealer = ReturnType<typeof WrongSealer>;

const LOOKED_AT = 20;

/** What {@link CheckSealer} answers. */
export const sealerFit = async (
  storage: Storage,
  sealer: GuardedSealer,
): Promise<E.Either<WrongSealer, void>> => {
  for (let kept = false; !kept;) {
    const canaries = await storage.read(({ access }) => access.canaries());
    const right =
      canaries.length === 0 ? await opensOlder(storage, sealer) : await opensAll(sealer, canaries);
    if (E.isLeft(right) || (await hasCurrent(sealer, canaries))) return right;
    kept = await keepCanary(storage, sealer, canaries);
  }
  return E.right(undefined);
};

const opensAll = async (
  { openMany }: GuardedSealer,
  canaries: ReadonlyArray<Canary>,
): Promise<E.Either<WrongSealer, void>> => {
  const secrets = await openMany(canaries.map(sealedCanary));
  const closed = canaries.filter((_, i) => secrets[i] !== CANARY).map(({ sealed }) => sealed);
  const { length: of } = canaries;
  return closed.length === 0
    ? E.right(undefined)
    : E.left(WrongSealer(of - closed.length, of, closed));
};

const hasCurrent = async (
  { isCurrent }: GuardedSealer,
  canaries: ReadonlyArray<Canary>,
): Promise<boolean> =>
  (await Promise.all(canaries.map(({ sealed }) => isCurrent(sealed)))).includes(true);

/** Keeps a canary of the current key; false when another process kept one meanwhile, which is to be opened first. */
const keepCanary = async (
  storage: Storage,
  { seal }: GuardedSealer,
  canaries: ReadonlyArray<Canary>,
): Promise<boolean> => {
  const number = (canaries.at(-1)?.number ?? 0) + 1;
  const sealed = await seal(CANARY, CANARY_CONTEXT);
  return commit(storage, ({ access }) => access.addCanary({ number, sealed }));
};

/** Secrets that were sealed before there were canaries reveal the key, too. */
const opensOlder = async (
  storage: Storage,
  { openMany }: GuardedSealer,
): Promise<E.Either<WrongSealer, void>> => {
  const older = await storage.read(sealedBefore);
  if (older.length === 0) return E.right(undefined);
  const opened = (await openMany(older)).filter((secret) => secret !== undefined);
  // A database that was used with a wrong key for a while holds some of both kinds.
  if (opened.length > 0) return E.right(undefined);
  const closed = older.map(({ sealed }) => sealed);
  return E.left(WrongSealer(0, closed.length, closed));
};

const sealedBefore = async ({
  access,
  webhookEndpoints,
}: Stores): Promise<ReadonlyArray<SealedText>> => {
  const keys = await access.someSecretKeys(LOOKED_AT);
  const endpoints = await webhookEndpoints.some(LOOKED_AT);
  return [...keys.map(sealedIn), ...endpoints.map(sealedSecret)];
};
