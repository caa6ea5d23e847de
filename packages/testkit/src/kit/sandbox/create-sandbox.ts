import {
  createHundi,
  E,
  readProvisionDocument,
  type BeneficiaryId,
  type EpochMs,
  type HostedPages,
  type Notifications,
  type Hundi,
  type OptionalPort,
  type Ports,
  type ProvisionDocument,
  type Provisioned,
  type ProvisionInput,
  type Sealer,
  type PolicyMark,
  type SendMark,
  type Storage,
  type Tenant,
} from '@hundi/core';
import type { RailTraits } from '@hundi/core/rail';
import type { BankBooks } from '../bank/bank-books.js';
import { memoryBooks } from '../bank/memory-books.js';
import { openingAccounts } from '../bank/opening-accounts.js';
import { sandboxBank, type SandboxBank } from '../bank/sandbox-bank.js';
import { memoryCardBooks } from '../cards/card-books.js';
import { sandboxAcquirer, type SandboxAcquirer } from '../cards/sandbox-acquirer.js';
import { bankDirectory } from '../fakes/bank-directory.js';
import { countingEntropy } from '../fakes/counting-entropy.js';
import { fakeClock, type FakeClock } from '../fakes/fake-clock.js';
import { fakePasskeys } from '../fakes/fake-passkeys.js';
import { fakePacer } from '../fakes/fake-pacer.js';
import { hostedPages } from '../fakes/hosted-pages.js';
import { mailbox, type Mailbox } from '../fakes/mailbox.js';
import { memoryPolicyMark } from '../fakes/memory-policy-mark.js';
import { memorySendMark } from '../fakes/memory-send-mark.js';
import { plainSealer } from '../fakes/plain-sealer.js';
import { receivers, type Receivers } from '../webhook/receivers.js';
import { demoDocument } from './demo-document.js';
import { timeline, type Timeline } from './timeline.js';

export interface SandboxOptions {
  readonly storage: Storage;
  /** The document that is provisioned at the start; by default the demo document. */
  readonly document?: ProvisionInput;
  /** The time at the start: by default a Monday morning in India. */
  readonly start?: EpochMs;
  readonly books?: BankBooks;
  readonly traits?: Partial<RailTraits>;
  /** What seals secrets: by default {@link plainSealer}. */
  readonly sealer?: Sealer;
  /** Where hosted pages are. */
  readonly hostedPages?: HostedPages;
  /** Has people mailed of what waits for them. By default nobody is. */
  readonly notifications?: Notifications;
  /** Ports that the host does not give: what needs them is off. */
  readonly without?: ReadonlyArray<OptionalPort>;
}

/** A whole engine with its bank: no network, no waiting, the same in every run. */
export interface Sandbox extends Timeline {
  readonly engine: Hundi;
  readonly storage: Storage;
  readonly clock: FakeClock;
  readonly bank: SandboxBank;
  /** The acquirer that charges cards. */
  readonly cards: SandboxAcquirer;
  /** How far sending has come. */
  readonly sendMark: SendMark;
  /** Which policies came into force last. */
  readonly policyMark: PolicyMark;
  /** The mails of the engine. */
  readonly mailbox: Mailbox;
  /** Where the engine's webhooks go. */
  readonly receivers: Receivers;
  /** The secrets that provisioning made. */
  readonly credentials: Provisioned;
  /** The first corporate of the document. */
  readonly tenant: Tenant;
  /** The id of an approved payee, by its `beneId`. @throws when there is none. */
  readonly beneficiary: (beneId: string, tenant?: Tenant) => Promise<BeneficiaryId>;
  /**
   * Another process over the same storage, clock and bank, with ports of its own where they are given, and without
   * some.
   */
  readonly another: (ports?: Partial<Ports>, without?: ReadonlyArray<OptionalPort>) => Hundi;
}

const PAYEES_MAX = 1_000;

/** @throws when the document is refused, with the path of every fault. */
export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { storage, document = demoDocument(), traits } = options;
  const clock = fakeClock(options.start);
  const read = readProvisionDocument(document);
  if (E.isLeft(read)) {
    throw new Error(`a bad document: ${JSON.stringify(read.left.issues)}`);
  }
  const bank = sandboxBank({
    books: options.books ?? memoryBooks(),
    clock,
    ...(traits !== undefined && { traits }),
  });
  await bank.openAccounts(openingAccounts(read.right));

  const mails = mailbox(clock);
  const sendMark = memorySendMark();
  const policyMark = memoryPolicyMark();
  const webhookSender = receivers(clock);
  const cards = sandboxAcquirer({ books: memoryCardBooks(), clock });
  const ports: Ports = {
    storage,
    clock,
    entropy: countingEntropy(),
    pacer: fakePacer(),
    sealer: options.sealer ?? plainSealer(),
    bankRail: bank.rail,
    sendMark,
    policyMark,
    bankDirectory: bankDirectory(),
    mailer: mails,
    webhookSender,
    cardAcquirer: cards.acquirer,
    hostedPages: options.hostedPages ?? hostedPages(),
    passkeys: fakePasskeys(),
    ...(options.notifications !== undefined && { notifications: options.notifications }),
  };
  const engine = createHundi(leavingOut(ports, options.without));
  const provisioned = await engine.provision(read.right);
  if (E.isLeft(provisioned)) throw new Error('a document that was read was refused');

  // The provisioned records are sealed here, so only later work is due.
  await engine.runDue();

  const tenant = firstTenant(read.right);
  return {
    engine,
    storage,
    clock,
    bank,
    cards,
    sendMark,
    policyMark,
    mailbox: mails,
    receivers: webhookSender,
    credentials: provisioned.right,
    tenant,
    beneficiary: (beneId, of = tenant) => approvedPayee(storage, of, beneId),
    another: (own = {}, without = options.without) =>
      createHundi(leavingOut({ ...ports, ...own }, without)),
    ...timeline({ engine, bank, clock }),
  };
};

const leavingOut = (ports: Ports, names: ReadonlyArray<OptionalPort> = []): Ports =>
  names.reduce<Ports>((given, name) => {
    const { [name]: _left, ...others } = given;
    return others;
  }, ports);

const firstTenant = ({ bankTenants: [first] }: ProvisionDocument): Tenant => {
  const corporate = first?.corporates[0];
  if (first === undefined || corporate === undefined) throw new Error('a document of no corporate');
  const { bankTenantId } = first;
  return { bankTenantId, corporateTenantId: corporate.corporateTenantId };
};

const approvedPayee = async (
  storage: Storage,
  tenant: Tenant,
  beneId: string,
): Promise<BeneficiaryId> => {
  const payees = await storage.read(({ beneficiaries }) =>
    beneficiaries.list(tenant, { state: 'approved', page: 1, limit: PAYEES_MAX }),
  );
  const payee = payees.items.find((one) => one.beneId === beneId);
  if (payee === undefined) throw new Error(`no approved payee has the beneId ${beneId}`);
  return payee.beneficiaryId;
};
