import type { GuardVerdict, SendGuard, Storage } from '@hundi/core';
import { decideHeldPayout, listHeldPayouts, type HeldPayout } from '@hundi/core/operator';
import { memorySendMark } from '../../kit/fakes/memory-send-mark.js';
import type { World } from '../world/world.js';

/** The guard before sending of a history that has one, and what it knows. */
export interface SimulatedGuard {
  /** Absent in histories without one. */
  readonly port: SendGuard | undefined;
  /** Whether an order may be sent, by its bank reference. */
  readonly lets: (bankRef: string) => boolean;
  /** One operator asks to release whatever is held. Answers whether there was anything. */
  readonly askForRelease: (storage: Storage) => Promise<boolean>;
  /** A second operator releases what the first one has asked for. */
  readonly release: (storage: Storage) => Promise<void>;
}

/** Every fifth history has a guard: no dice are rolled for it, so that the others stay as they are. */
const isGuarded = ({ seed }: World): boolean => seed % 5 === 4;

/** It is away in some turns while faults strike. */
const isAway = ({ calm, turn }: World): boolean => !calm && turn % 4 === 0;

const KINDS: ReadonlyArray<GuardVerdict['kind']> = ['hold', 'refuse', 'go', 'go', 'go', 'hold'];

/** The same for one order, however often it is asked. */
const kindOf = (bankRef: string): GuardVerdict['kind'] =>
  KINDS[Number.parseInt(bankRef.slice(-3), 36) % KINDS.length] ?? 'go';

export const simulatedGuard = (world: World): SimulatedGuard => {
  const answered = new Set<string>();
  const released = new Set<string>();
  const screen: SendGuard['screen'] = async (questions) => {
    if (isAway(world)) throw new Error('the guard is away');
    return questions.map(({ order: { bankRef } }) => {
      answered.add(bankRef);
      return { bankRef, kind: kindOf(bankRef), code: 'simulated', reason: 'as this world has it' };
    });
  };
  const decideOn = async (
    storage: Storage,
    state: HeldPayout['state'],
    operator: string,
    before: (bankRef: string) => void,
  ): Promise<ReadonlyArray<HeldPayout>> => {
    if (!isGuarded(world)) return [];
    // A release asks no mark: it ends nothing.
    const ports = { storage, clock: { now: () => world.now }, sendMark: memorySendMark() };
    const held = await listHeldPayouts(storage, { limit: 1_000 });
    const theirs = held.filter((one) => one.state === state);
    for (const { payout } of theirs) {
      const { transactionId, bankRef } = payout;
      before(bankRef);
      await decideHeldPayout(ports, { transactionId, operator, decision: 'release' });
    }
    return theirs;
  };
  return {
    port: isGuarded(world) ? { screen } : undefined,
    lets: (bankRef) =>
      !isGuarded(world) ||
      released.has(bankRef) ||
      (answered.has(bankRef) && kindOf(bankRef) === 'go'),
    askForRelease: async (storage) =>
      (await decideOn(storage, 'held', 'Asha', () => undefined)).length > 0,
    release: async (storage) => {
      await decideOn(storage, 'release_asked', 'Ravi', (bankRef) => released.add(bankRef));
    },
  };
};
