import { leavesOf } from '../../authority/approval-digest.js';
import { assertionOf, signatureIn } from '../../authority/checked-signatures.js';
import { faultOfSigned, type SignedFault } from '../../authority/departure.js';
import type { PayoutApproval } from '../../../model/approval/matrix/payout-approval.js';
import type { ApprovalSignature } from '../../../model/authority/seal/approval-signature.js';
import type { SealedEntry } from '../../../model/journal/entry/seal.js';
import { isSigning } from '../../../model/authority/seal/signing-passkey.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { pages } from '../../../kernel/flow/pages.js';
import { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { payoutParts } from '../../payout/report/payout-parts.js';
import type { AcceptedPayout, Payout } from '../../../model/payout/payout.js';
import type { VerifyAssertion } from '../../../ports/passkeys.js';
import { brokenBy, readChain } from './read-chain.js';
import { archivedPlaces } from '../../../storage/archived-places.js';
import type { Storage } from '../../../storage/storage.js';
import { allTenants } from '../../../storage/all-tenants.js';

/** What an audit of approvals takes. Without the authority key it cannot tell whose a passkey was. */
export interface ApprovalMeans {
  readonly verify: VerifyAssertion;
  readonly key?: Uint8Array;
}

/**
 * A signature that does not hold, or an approval that is not the one that was signed. `missing`: there is no such
 * signature; `dropped`: the journal has it for this payout, which names it no more; `gone`: it is on this payout, which is
 * neither here nor archived; `not_signed`: its passkey did not answer to this; `not_sealed`: the engine never let its
 * passkey become active for this person.
 */
export interface ApprovalFault {
  readonly kind: 'fault';
  readonly tenant: Tenant;
  readonly signatureId: string;
  /** Absent where the signature itself does not hold. */
  readonly transactionId?: TransactionId;
  readonly fault: 'missing' | 'dropped' | 'gone' | 'not_signed' | 'not_sealed' | SignedFault;
}

/** A fault, or, behind those of a corporate, what was verified of it. */
export type ApprovalCheck =
  | ApprovalFault
  | {
      readonly kind: 'corporate';
      readonly tenant: Tenant;
      readonly signatures: number;
      /** Those whose approvals name a signature. */
      readonly payouts: number;
      readonly faults: number;
      /** Where people were when they signed. */
      readonly origins: ReadonlyArray<string>;
      readonly seals: 'checked' | 'not_checked';
      /** The entry of the journal that cannot be read: what the journal says of approvals from it on was not compared. */
      readonly unreadFrom?: number;
    };

// That of a large job is a megabyte.
const SIGNATURES_A_READ = 20;
const PAYOUTS_A_READ = 1_000;
const ENTRIES_A_READ = 1_000;
/** Payouts that follow each other have few signatures. */
const LEAVES_KEPT = 8;

/**
 * Verifies, for each corporate by id, every signature that was kept, and every payout that is still here and names one:
 * it is what its person signed. The journal says which payouts these must be, too. Needs no setting of the service, and
 * may run beside everything else.
 */
export async function* verifyApprovals(
  storage: Storage,
  means: ApprovalMeans,
): AsyncGenerator<ApprovalCheck> {
  for await (const tenants of allTenants(storage))
    for (const tenant of tenants) {
      const found: Found & { faults: number } = {
        signatures: 0,
        payouts: 0,
        faults: 0,
        origins: new Set<string>(),
      };
      for await (const fault of faultsOf(storage, tenant, means, found)) {
        found.faults += 1;
        yield { kind: 'fault', tenant, ...fault };
      }
      const seals = means.key === undefined ? 'not_checked' : 'checked';
      yield { kind: 'corporate', tenant, ...found, origins: [...found.origins].sort(), seals };
    }
}

interface Found {
  signatures: number;
  payouts: number;
  readonly origins: Set<string>;
  unreadFrom?: number;
}

type Fault = Omit<ApprovalFault, 'kind' | 'tenant'>;

async function* faultsOf(
  storage: Storage,
  tenant: Tenant,
  means: ApprovalMeans,
  found: Found,
): AsyncGenerator<Fault> {
  // The journal names most of them as well: each is told once.
  const told = new Set<string>();
  for await (const some of signaturesOf(storage, tenant))
    for (const signature of some) {
      found.signatures += 1;
      yield* faultsOfSignature(tenant, signature, means, found.origins);
      for await (const fault of faultsOfCovered(storage, tenant, signature)) {
        if (fault.fault === 'gone') told.add(pairOf(fault));
        yield fault;
      }
    }
  yield* faultsOfNamed(storage, tenant, found);
  try {
    yield* faultsOfJournal(storage, tenant, told);
  } catch (error) {
    found.unreadFrom = brokenBy(error).entry;
  }
}

type OnPayout = Pick<Required<Fault>, 'transactionId' | 'signatureId'>;

const pairOf = ({ transactionId, signatureId }: Pick<Fault, keyof OnPayout>): string =>
  `${transactionId ?? ''} ${signatureId}`;

const signaturesOf = (storage: Storage, tenant: Tenant) =>
  pages<ApprovalSignature, string | undefined>(
    (after, limit) =>
      storage.read(({ authority }) => authority.signaturesAfter(tenant, after, limit)),
    SIGNATURES_A_READ,
    undefined,
    ({ signatureId }) => signatureId,
  );

async function* faultsOfSignature(
  tenant: Tenant,
  signature: ApprovalSignature,
  { verify, key }: ApprovalMeans,
  origins: Set<string>,
): AsyncGenerator<Fault> {
  const { signatureId, userId, passkey } = signature;
  if (key !== undefined && !isSigning(key, { tenant, userId }, passkey))
    yield { signatureId, fault: 'not_sealed' };
  const { response, challenge, credential } = assertionOf(tenant, signature);
  const answer = await verify(response, challenge, credential);
  if (answer === undefined) yield { signatureId, fault: 'not_signed' };
  else origins.add(answer.origin);
}

/** The payouts that the signature is on, whatever was made of their packages and accounts; those in files are not here. */
async function* faultsOfCovered(
  storage: Storage,
  tenant: Tenant,
  { signatureId, userId, leaves }: ApprovalSignature,
): AsyncGenerator<Fault> {
  const { removedAt } = await storage.read((stores) => signatureIn(stores, tenant, signatureId));
  const signed = { userId, leaves: leavesOf(leaves), removedAt };
  const ids = [...signed.leaves.keys()].filter((id) => TransactionId.is(id));
  const placeOf = archivedPlaces(storage, tenant);
  for (let from = 0; from < ids.length; from += PAYOUTS_A_READ) {
    const some = ids.slice(from, from + PAYOUTS_A_READ);
    const payouts = await storage.read((stores) => stores.payouts.findMany(tenant, some));
    for (const { payout, approval } of namedIn(payouts)) {
      if (approval.signatureId !== signatureId) continue;
      const fault = faultOfSigned(signed, approval.userId, payout);
      const { transactionId } = payout.order;
      if (fault !== undefined) yield { signatureId, transactionId, fault };
    }
    const here = idsOf(payouts);
    for (const transactionId of some)
      if (!here.has(transactionId) && (await placeOf(transactionId)) === undefined)
        yield { signatureId, transactionId, fault: 'gone' };
  }
}

const idsOf = (payouts: ReadonlyArray<Payout>): ReadonlySet<TransactionId> =>
  new Set(payouts.map(({ order }) => order.transactionId));

/** The payouts that name a signature which is not on them, or is not there. */
async function* faultsOfNamed(
  storage: Storage,
  tenant: Tenant,
  found: Found,
): AsyncGenerator<Fault> {
  const known = new Map<string, ReadonlyMap<string, string> | undefined>();
  const leavesOfSignature = async (id: string) => {
    if (known.has(id)) return known.get(id);
    const signature = await storage.read(({ authority }) => authority.signature(tenant, id));
    const [oldest] = known.keys();
    if (known.size === LEAVES_KEPT && oldest !== undefined) known.delete(oldest);
    const leaves = signature && leavesOf(signature.leaves);
    known.set(id, leaves);
    return leaves;
  };
  for await (const payouts of payoutParts(storage, tenant)) {
    const named = new Set<TransactionId>();
    for (const { payout, approval } of namedIn(payouts)) {
      const { signatureId } = approval;
      const { transactionId } = payout.order;
      named.add(transactionId);
      const leaves = await leavesOfSignature(signatureId);
      if (leaves === undefined) yield { signatureId, transactionId, fault: 'missing' };
      else if (!leaves.has(transactionId))
        yield { signatureId, transactionId, fault: 'not_among_the_signed' };
    }
    found.payouts += named.size;
  }
}

/**
 * What the journal has approved with a signature is there and names it. Rows of payouts, signatures and corporates can be
 * deleted; an entry cannot, without breaking its chain.
 */
async function* faultsOfJournal(
  storage: Storage,
  tenant: Tenant,
  told: Set<string>,
): AsyncGenerator<Fault> {
  for await (const entries of sealedEntries(storage, tenant)) {
    const approved = entries.flatMap(approvedBy);
    if (approved.length === 0) continue;
    const ids = [...new Set(approved.map(({ transactionId }) => transactionId))];
    const payouts = await storage.read((stores) => stores.payouts.findMany(tenant, ids));
    const here = idsOf(payouts);
    const absent = ids.filter((id) => !here.has(id));
    // What was archived meanwhile has no entry left.
    const left = await storage.read(({ journal }) => journal.ofMany(tenant, absent));
    const gone = new Set(left.map(({ entry }) => entry.subjectId));
    const named = new Set(
      [...namedIn(payouts)].map(({ payout, approval }) =>
        pairOf({ ...payout.order, signatureId: approval.signatureId }),
      ),
    );
    for (const one of approved) {
      const pair = pairOf(one);
      if (named.has(pair) || told.has(pair)) continue;
      told.add(pair);
      if (here.has(one.transactionId)) yield { ...one, fault: 'dropped' };
      else if (gone.has(one.transactionId)) yield { ...one, fault: 'gone' };
    }
  }
}

/** Every sealed entry that is in the database, those that stayed of the archived part first. */
async function* sealedEntries(
  storage: Storage,
  tenant: Tenant,
): AsyncGenerator<ReadonlyArray<SealedEntry>> {
  const last = await storage.read(({ archives }) => archives.last(tenant));
  const upTo = last?.head.ordinal ?? 0;
  const kept = (after: number, limit: number) =>
    storage.read(({ archives }) => archives.kept(tenant, after, upTo, limit));
  const chain = (after: number, limit: number) => readChain(storage, tenant, after, limit);
  yield* pages(kept, ENTRIES_A_READ, 0, ({ ordinal }) => ordinal);
  yield* pages(chain, ENTRIES_A_READ, upTo, ({ ordinal }) => ordinal);
}

const approvedBy = ({ entry }: SealedEntry): ReadonlyArray<OnPayout> => {
  if (entry === undefined) return [];
  const { subjectId: transactionId, changes } = entry;
  return TransactionId.is(transactionId)
    ? signaturesIn(changes).map((signatureId) => ({ transactionId, signatureId }))
    : [];
};

/** The signatures that an entry has beside its payout's approvals. */
const signaturesIn = ({ approval }: JsonObject): ReadonlyArray<string> => {
  const { approvals = [] } = Object(approval) as Partial<PayoutApproval>;
  return approvals.flatMap(({ signatureId }) => signatureId ?? []);
};

type Approval = NonNullable<AcceptedPayout['progress']['approval']>['approvals'][number];

/** The approvals of these payouts that name a signature. */
function* namedIn(payouts: ReadonlyArray<Payout>): Generator<{
  readonly payout: AcceptedPayout;
  readonly approval: Approval & { readonly signatureId: string };
}> {
  for (const payout of payouts) {
    if (payout.intake !== 'accepted') continue;
    for (const { signatureId, ...approval } of payout.progress.approval?.approvals ?? [])
      if (signatureId !== undefined) yield { payout, approval: { ...approval, signatureId } };
  }
}
