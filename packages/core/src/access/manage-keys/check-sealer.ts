import { E } from '../../kernel/fp.js';
import { commit } from '../../storage/commit.js';
import { type Sealer } from '../../ports/sealer.js';
import { type Storage, type Stores } from '../../storage/storage.js';
import { secretOf } from '../../webhook/deliver/endpoint-keys.js';
import { token } from '../../kernel/token.js';
import { openSecretKey } from '../key/secret-key.js';

/** The sealer does not open what this database holds: its key is another one. `cause` is what it threw. */
export const WrongSealer = (cause: unknown) => ({ _tag: 'WrongSealer', cause }) as const;
export type WrongSealer = ReturnType<typeof WrongSealer>;

/**
 * Finds out whether the sealer has the key under which this database's secrets are sealed, by a canary that the first
 * call on a database leaves there. Call it before anything is sealed, at every start, and as often as a probe asks
 * whether the engine is ready. If processes start at once with different keys, only one key is accepted.
 */
export type CheckSealer = () => Promise<E.Either<WrongSealer, void>>;
export const CheckSealer = token<CheckSealer>('CheckSealer');

const CANARY = 'canary';
const CONTEXT = 'canary';
const LOOKED_AT = 20;

export const makeCheckSealer =
  (storage: Storage, sealer: Sealer): CheckSealer =>
  async () => {
    const canary = await storage.read(({ access }) => access.canary());
    return canary === undefined ? leaveCanary(storage, sealer) : openCanary(sealer, canary);
  };

const openCanary = (sealer: Sealer, canary: string): E.Either<WrongSealer, void> =>
  E.tryCatch(() => {
    if (sealer.open(canary, CONTEXT) !== CANARY) throw new Error('the canary is not ours');
  }, WrongSealer);

/** Secrets that were sealed before there were canaries reveal the key, too. */
const leaveCanary = async (
  storage: Storage,
  sealer: Sealer,
): Promise<E.Either<WrongSealer, void>> => {
  const older = await storage.read((stores) => sealedBefore(stores, sealer));
  const opened = older.map((open) => E.tryCatch(open, WrongSealer));
  const [first] = opened;
  // One that was started with a wrong key for a while holds some of both kinds.
  if (first !== undefined && opened.every(E.isLeft)) return E.map(() => undefined)(first);
  const kept = await commit(storage, ({ access }) =>
    access.keepCanary(sealer.seal(CANARY, CONTEXT)),
  );
  return openCanary(sealer, kept);
};

const sealedBefore = async (
  { access, webhookEndpoints }: Stores,
  sealer: Sealer,
): Promise<ReadonlyArray<() => unknown>> => {
  const keys = await access.someSecretKeys(LOOKED_AT);
  const endpoints = await webhookEndpoints.some(LOOKED_AT);
  return [
    ...keys.map((key) => () => openSecretKey(key, sealer)),
    ...endpoints.map((endpoint) => () => secretOf(sealer, endpoint)),
  ];
};
