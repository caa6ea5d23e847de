import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { E } from '../../kernel/fp.js';
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

/** What applying a document would change. */
export interface ProvisionPlan extends Pick<
  ProvisionResult,
  'absent' | 'absentCorporates' | 'differences' | 'policyDifferences'
> {
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

/** Its unit of work was undone on purpose. */
const UNDONE = Symbol('undone');

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
  let changes: ReadonlyArray<PlannedChange> = [];
  const undoing: Storage = {
    ...storage,
    atomically: async <L, R>(work: Parameters<typeof storage.atomically<L, R>>[0]) => {
      let done: E.Either<L, R> | undefined;
      const undone = await storage.atomically<L | typeof UNDONE, R>(async (stores) => {
        const before = await provisionSnapshot(stores, read.right);
        done = await work(stores);
        if (E.isLeft(done)) return done;
        changes = changesOf(before, await provisionSnapshot(stores, read.right));
        return E.left(UNDONE);
      });
      if (E.isLeft(undone) && undone.left !== UNDONE) return E.left(undone.left);
      return done as E.Either<L, R>;
    },
  };
  const result = await provision(undoing)(document, defaults);
  if (E.isLeft(result)) return result;
  const { absent, absentCorporates, differences, policyDifferences } = result.right;
  return E.right({ changes, absent, absentCorporates, differences, policyDifferences });
};
