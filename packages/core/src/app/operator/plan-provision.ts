import { InvalidInput } from '../../kernel/codecs/decode.js';
import { E } from '../../kernel/fp.js';
import { picked } from '../../kernel/picked.js';
import type { Storage } from '../../storage/whole-storage.js';
import { changedRecords, type ChangedRecord } from '../tenancy/provision/changed-records.js';
import { readProvisionDocument } from '../tenancy/provision/check-provision.js';
import type { ProvisionInput } from '../tenancy/provision/provision-document.js';
import type {
  Provision,
  ProvisionDefaults,
  ProvisionResult,
} from '../tenancy/provision/provision.js';
import { provisionSnapshot } from './provision-snapshot.js';

/** A record that applying a document would change: a bank, a corporate, or one of a corporate as `acme/packages/VENDOR`. */
export type PlannedChange = ChangedRecord;

/** What a plan says as provisioning does. */
const REPORTED = ['absent', 'absentCorporates', 'differences', 'policyDifferences'] as const;

/** What applying a document would change. */
export interface ProvisionPlan extends Pick<ProvisionResult, (typeof REPORTED)[number]> {
  readonly changes: ReadonlyArray<PlannedChange>;
}

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
            changes: changedRecords(before, await provisionSnapshot(stores, read.right)),
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
