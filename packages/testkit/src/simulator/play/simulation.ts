import type { Clock, PolicyMark, Ports, Storage } from '@hundi/core';
import type { WebhookEndpoint } from '@hundi/core/wire';
import { memoryCardBooks } from '../../kit/cards/card-books.js';
import { sandboxAcquirer } from '../../kit/cards/sandbox-acquirer.js';
import { bankDirectory } from '../../kit/fakes/bank-directory.js';
import { countingEntropy } from '../../kit/fakes/counting-entropy.js';
import { fakePacer } from '../../kit/fakes/fake-pacer.js';
import { hostedPages } from '../../kit/fakes/hosted-pages.js';
import { fakePasskeys } from '../../kit/fakes/fake-passkeys.js';
import { mailbox } from '../../kit/fakes/mailbox.js';
import { memoryPolicyMark } from '../../kit/fakes/memory-policy-mark.js';
import { memorySendMark } from '../../kit/fakes/memory-send-mark.js';
import { plainSealer } from '../../kit/fakes/plain-sealer.js';
import { newMessenger, type Messenger } from '../bank/messenger.js';
import { simulatedBank, type SimulatedBank } from '../bank/simulated-bank.js';
import { simulatedGuard, type SimulatedGuard } from '../bank/simulated-guard.js';
import { simulatedRail } from '../bank/simulated-rail.js';
import { newCrossing, type Crossing } from '../engine/crossing.js';
import { startProcess, type Process } from '../engine/process.js';
import { simulatedStorage } from '../engine/simulated-storage.js';
import { judgeCommit } from '../judges/at-commit.js';
import { judgeSubmit } from '../judges/at-submit.js';
import type { Mutant } from '../mutants/mutant.js';
import { newCancellers, type Cancellers } from '../people/cancellers.js';
import { newCheckers, type Checkers } from '../people/checkers.js';
import { newReceivers, type Receivers } from '../receivers/receivers.js';
import { simulatedSender } from '../receivers/simulated-sender.js';
import { newReaders, type Readers } from '../people/readers.js';
import { newClients, type Clients } from '../people/requests.js';
import { firstSettings, type AllSettings } from '../people/settings.js';
import { emptyLedger, isLateSend, stateAt, type Ledger } from '../world/ledger.js';
import type { BackUp, EmptyStorage, Taken } from '../world/backup.js';
import type { World } from '../world/world.js';

/** A world with all its clients, people, processes and receivers. */
export interface Simulation {
  readonly world: World;
  readonly storage: Storage;
  readonly settings: AllSettings;
  readonly ledger: Ledger;
  readonly crossing: Crossing;
  readonly bank: SimulatedBank;
  readonly guard: SimulatedGuard;
  readonly messenger: Messenger;
  readonly receivers: Receivers;
  readonly clients: Clients;
  readonly checkers: Checkers;
  readonly cancellers: Cancellers;
  readonly readers: Readers;
  /** Those that are there, stopping or not. */
  readonly processes: () => ReadonlyArray<Process>;
  readonly start: () => Process;
  /** How the storage is backed up, where it can be. */
  readonly backUp: BackUp | undefined;
  /** The backup that will be restored, if there is one. */
  readonly backup: { taken: Taken | undefined };
}

/** Clocks drift a little; where a history lets them, they jump further. */
const SKEW_AT_START = 5_000;

type Parts = Pick<
  Simulation,
  'world' | 'settings' | 'ledger' | 'crossing' | 'bank' | 'guard' | 'receivers' | 'storage'
>;

/** The policy mark of a world, which notes what it was told. */
const notedPolicyMark = ({ marked }: Ledger): PolicyMark => {
  const { read, raise } = memoryPolicyMark();
  return {
    read,
    raise: async (corporate, version) => {
      marked.set(corporate, Math.max(version, marked.get(corporate) ?? 0));
      await raise(corporate, version);
    },
  };
};

/** The ports of one process, as this world lets it have them. */
const portsOf = (parts: Parts): ((process: string, clock: Clock) => Ports) => {
  const { world, ledger } = parts;
  const entropy = countingEntropy(world.seed);
  const sendMark = memorySendMark();
  const policyMark = notedPolicyMark(ledger);
  const rail = {
    ...parts,
    stateOf: (bankRef: string) => stateAt(ledger, bankRef),
    isLate: (bankRef: string) => isLateSend(ledger, bankRef, world.now),
    submitting: (orders: Parameters<typeof judgeSubmit>[1]) => {
      judgeSubmit(parts, orders);
    },
  };
  return (process, clock) => ({
    storage: simulatedStorage(process, {
      ...parts,
      committed: (notes) => {
        judgeCommit(parts, notes, clock);
      },
    }),
    clock,
    pacer: fakePacer(),
    entropy,
    sealer: plainSealer(),
    mailer: mailbox(clock),
    webhookSender: simulatedSender(process, clock, parts),
    bankDirectory: bankDirectory(),
    bankRail: simulatedRail(process, rail),
    sendMark,
    policyMark,
    ...(parts.guard.port !== undefined && { sendGuard: parts.guard.port }),
    passkeys: fakePasskeys(),
    cardAcquirer: sandboxAcquirer({ books: memoryCardBooks(), clock }).acquirer,
    hostedPages: hostedPages(),
  });
};

/** The basis of a world: an empty storage, and a bug to plant. */
export interface Ground extends EmptyStorage {
  readonly mutant?: Mutant;
  /** The endpoints that the corporates have set up. */
  readonly endpoints: ReadonlyArray<WebhookEndpoint>;
}

export const newSimulation = (
  world: World,
  { storage: given, backUp, mutant, endpoints }: Ground,
): Simulation => {
  const ledger = emptyLedger();
  const bank = simulatedBank(world);
  const parts: Parts = {
    world,
    ledger,
    bank,
    guard: simulatedGuard(world),
    receivers: newReceivers(world, endpoints),
    settings: firstSettings(world.climate.habits),
    crossing: newCrossing(world),
    storage: mutant?.storage?.(given) ?? given,
  };
  const ports = portsOf(parts);
  const tamper = mutant?.ports?.() ?? ((untouched: Ports): Ports => untouched);

  let all: Process[] = [];
  let started = 0;
  const start = (): Process => {
    started += 1;
    const range = Math.min(world.climate.skewMaxMs, SKEW_AT_START);
    const process = startProcess({
      world,
      name: `p${String(started)}`,
      skew: world.calm ? 0 : world.random.faults.int(-range, range),
      died: parts.crossing.forget,
      ports: (name, clock) => tamper(ports(name, clock)),
      tamper: mutant?.engine ?? ((engine) => engine),
    });
    all.push(process);
    return process;
  };

  return {
    ...parts,
    messenger: newMessenger({ world, bank, stateOf: (bankRef) => stateAt(ledger, bankRef) }),
    clients: newClients(world),
    checkers: newCheckers(world, ledger, parts.settings),
    cancellers: newCancellers(world, ledger),
    readers: newReaders(world, ledger),
    backUp,
    backup: { taken: undefined },
    processes: () => (all = all.filter((process) => process.state() !== 'gone')),
    start,
  };
};
