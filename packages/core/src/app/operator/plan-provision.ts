import { InvalidInput } from '../../kernel/codecs/decode.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { E } from '../../kernel/fp.js';
import { picked } from '../../kernel/picked.js';
import type { Storage } from '../../storage/whole-storage.js';
import { readProvisionDocument } from '../tenancy/provision/check-provision.js';
import type { ProvisionInput } from '../tenancy/provision/provision-document.js';
import type {
  Provision,
  ProvisionDefaults,
  ProvisionResult,
} from '../tenancy/provision/provision.js';
import { provisionSnapshot, type Snapshot } from './provision-snapshot.js';

/** A record that applying a document would change. */
export interface PlannedChange {
  /** Where it is: a bank, a corporate, or a record of a corporate as `acme/packages/VENDOR`. */
  readonly place: string;
  readonly kind: 'added' | 'changed';
  /** The members that change, each before and after; absent ones are left out. */
  readonly members: Readonly<
    Record<string, { readonly before?: unknown; readonly after?: unknown }>
  >;
}

/** What a plan says as provisioning does. */
const REPORTED = ['absent', 'absentCorporates', 'differences', 'policyDifferences'] as const;

/** What applying a document would change. */
export interface ProvisionPlan extends Pick<ProvisionResult, (typeof REPORTED)[number]> {
  readonly changes: ReadonlyArray<PlannedChange>;
}

const membersOf = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): PlannedChange['members'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null))
      .map((name) => [
        name,
        {
          ...(before[name] !== undefined && { before: before[name] }),
          ...(after[name] !== undefined && { after: after[name] }),
        },
      ]),
  );

const changesOf = (before: Snapshot, after: Snapshot): ReadonlyArray<PlannedChange> =>
  [...after].flatMap(([place, record]): ReadonlyArray<PlannedChange> => {
    const known = before.get(place);
    const members = membersOf(known ?? {}, record);
    if (known !== undefined && Object.keys(members).length === 0) return [];
    return [{ place, kind: known === undefined ? 'added' : 'changed', members }];
  });

/** The refusal of a unit of work that was undone on purpose: nothing is at fault. */
const UNDONE = InvalidInput([]);

/**
 * Says what applying a provision document would change, and changes nothing: it applies the document, looks, and undoes
 * it.
 *
 * @param provision makes the use case over a storage.
 */
export const planProvision = async (
  storage: Storage,
  provision: (storage: Storage) => Provision,
  document: ProvisionInput,
  defaults?: ProvisionDefaults,
): Promise<E.Either<InvalidInput, ProvisionPlan>> => {
  const read = readProvisionDocument(document);
  if (E.isLeft(read)) return read;
  let plan: ProvisionPlan | undefined;
  // The unit is refused, not only undone: what follows a commit would outlast it, such as the mark of a policy's seal, or
  // the call of other processes to work.
  const undoing: Storage = {
    read: (work) => storage.read(work),
    atomically: async <L, R>(
      work: Parameters<typeof storage.atomically<L, R>>[0],
    ): Promise<E.Either<L, R>> => {
      let keyOnly: E.Either<L, R> | undefined;
      const undone = await storage.atomically<L | InvalidInput, R>(async (stores) => {
        [plan, keyOnly] = [undefined, undefined];
        const key = await stores.authority.key();
        const before = await provisionSnapshot(stores, read.right);
        const done = await work(stores);
        if (E.isLeft(done)) return done;
        // A database without a key that seals policies gets none from a plan, which seals with one all the same.
        keyOnly = key === undefined && (await stores.authority.key()) ? done : undefined;
        if (keyOnly === undefined)
          plan = {
            changes: changesOf(before, await provisionSnapshot(stores, read.right)),
            ...picked(done.right as R & ProvisionResult, REPORTED),
          };
        return E.left(UNDONE);
      });
      return keyOnly ?? (undone as E.Either<L, R>);
    },
  };
  const result = await provision(undoing)(document, defaults);
  if (plan !== undefined) return E.right(plan);
  if (E.isLeft(result)) return result;
  throw new Error('the use case of a plan is made over another storage than it was given');
};
