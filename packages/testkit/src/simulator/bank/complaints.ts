import type { Hundi } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import type { Process } from '../engine/process.js';
import type { StruckState } from '../world/faults.js';
import { note, type World } from '../world/world.js';
import type { Books } from './books.js';

type HostIncident = Parameters<Hundi['raiseIncidents']>[0]['incidents'][number];

const BANK = 'simulated-bank' as HostIncident['bankTenantId'];

/** The reference of an order that nobody sent. */
const NOBODYS = 'NOBODYS';

const KINDS = ['bank_file_refused', 'bank_status_unmatched', 'bank_entry_unmatched'] as const;

/**
 * Has a host read a file of the bank that is broken, that names an order which nobody sent, or that names another amount
 * than the order has. The host moves no payout: it has the engine raise an incident.
 */
export const complain = (
  process: Process,
  world: World,
  books: Books,
  stateOf: (bankRef: string) => StruckState | undefined,
): void => {
  const { bank: dice } = world.random;
  books.reports += 1;
  const file = `file-${String(books.reports)}`;
  const orders: ReadonlyArray<BankOrder> = [...books.orders.values()].map(({ order }) => order);
  const kind = dice.pick(KINDS);
  const isNobodys = kind === 'bank_file_refused' || orders.length === 0 || dice.chance(0.3);
  const order = isNobodys ? undefined : dice.pick(orders);
  const incident = {
    kind,
    bankTenantId: BANK,
    subjectId: file,
    detail: order === undefined ? 'it agrees with no order' : `${String(order.amount + 1)} paise`,
    ...(kind !== 'bank_file_refused' && { bankRef: order?.bankRef ?? NOBODYS }),
  } as HostIncident;
  note(world, `bank misfiles ${file} ${kind} ${order?.bankRef ?? ''}`);
  // What the storage has forgotten is no payout's.
  const known = order !== undefined && stateOf(order.bankRef) !== undefined ? order : undefined;
  const complaint = {
    kind,
    corporateTenantId: known?.corporateTenantId ?? BANK,
    subjectId: known?.transactionId ?? file,
  };
  process
    .ask((engine) => engine.raiseIncidents({ incidents: [incident] }))
    .then(
      (raised) => {
        if (raised !== undefined) books.complaints = [...books.complaints, complaint];
      },
      // A host reads the file again.
      () => undefined,
    );
};
