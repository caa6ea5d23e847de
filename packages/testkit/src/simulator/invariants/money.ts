import type { AcceptedPayout, Payout } from '@hundi/core/wire';
import { bankRefOf } from '@hundi/core/rail';
import type { Simulation } from '../play/simulation.js';
import type { LedgerEntry } from '../world/ledger.js';
import type { Execution } from '../bank/books.js';
import type { Evidence } from './evidence.js';
import type { Invariant } from './invariant.js';

const byRef = ({ simulation }: Evidence): ReadonlyMap<string, ReadonlyArray<Execution>> => {
  const found = new Map<string, Execution[]>();
  for (const execution of simulation.bank.books.executions) {
    const before = found.get(execution.bankRef);
    if (before === undefined) found.set(execution.bankRef, [execution]);
    else before.push(execution);
  }
  return found;
};

const acceptedOf = ({ payouts }: Evidence): ReadonlyArray<AcceptedPayout> =>
  [...payouts.values()].filter((payout: Payout) => payout.intake === 'accepted');

const isReturned = ({ progress }: AcceptedPayout): boolean => progress.returnedAt !== undefined;

const atMostOnce: Invariant = {
  name: 'I1',
  promise:
    'the bank executes the order of a payout at most once, even if the bank forgets executed orders',
  *broken(evidence) {
    for (const [ref, executions] of byRef(evidence)) {
      if (executions.length > 1) yield `${ref} was executed ${String(executions.length)} times`;
    }
  },
};

/** Whether a restored backup has forgotten the payout, or that intake accepted it. */
const isLost = ({ lost, byBankRef }: Simulation['ledger'], ref: string): boolean => {
  const entry = byBankRef.get(ref);
  return entry === undefined
    ? lost.payouts.has(ref)
    : entry.state === 'queued' && lost.sends.has(entry.order.transactionId);
};

/** Whether the engine still has to find out that the bank has the order. */
const isUnsent = ({ state }: LedgerEntry): boolean =>
  ['queued', 'pending_approval', 'partially_approved', 'approved', 'scheduled'].includes(state);

const nothingUnasked: Invariant = {
  name: 'I2',
  promise: 'every execution is that of one payout, as it was frozen when it was accepted',
  *broken(evidence) {
    const known = new Map(
      acceptedOf(evidence).map((payout) => [bankRefOf(payout.order.transactionId), payout]),
    );
    const { bank, ledger } = evidence.simulation;
    for (const execution of bank.books.executions) {
      // Not there any more, or not yet again.
      if (isLost(ledger, execution.bankRef)) continue;
      const payout = known.get(execution.bankRef);
      if (payout === undefined) yield `${execution.bankRef} belongs to no accepted payout`;
      else if (
        execution.amount !== payout.order.amount ||
        execution.debitAccountNumber !== payout.terms.debitAccountNumber ||
        execution.creditAccountNumber !== payout.terms.creditAccountNumber ||
        execution.ifsc !== payout.terms.creditIfsc
      ) {
        yield `${execution.bankRef} moved something else`;
      }
    }
  },
};

const truthOfOutcome: Invariant = {
  name: 'I3',
  promise: 'paid means executed; failed, rejected and cancelled mean never executed, or returned',
  *broken(evidence) {
    const executed = byRef(evidence);
    const { orders } = evidence.simulation.bank.books;
    for (const payout of evidence.payouts.values()) {
      if (payout.intake === 'undecided') continue;
      const ref = bankRefOf(payout.order.transactionId);
      const { status } = payout.progress;
      const isExecuted = executed.has(ref);
      if (status === 'paid' && !isExecuted) yield `${ref} is paid, and was not executed`;
      if (!['failed', 'rejected', 'cancelled'].includes(status)) continue;
      const returned = payout.intake === 'accepted' && isReturned(payout);
      if (returned && orders.get(ref)?.state !== 'returned') yield `${ref} never came back`;
      if (!returned && isExecuted) yield `${ref} is ${status}, and was executed`;
    }
  },
};

const noGuess: Invariant = {
  name: 'I6',
  promise:
    'a payout fails only after the bank definitely refused it, and is returned only after the bank reported it',
  *broken(evidence) {
    const { said } = evidence.simulation.bank.books;
    for (const payout of acceptedOf(evidence)) {
      if (payout.progress.status !== 'failed') continue;
      const ref = bankRefOf(payout.order.transactionId);
      const kind = isReturned(payout) ? 'returned' : 'refused';
      if (said.get(ref)?.has(kind) !== true) yield `${ref} failed, and the bank never said so`;
    }
  },
};

const conservation: Invariant = {
  name: 'I8',
  promise:
    'the bank executed exactly the payouts that the engine has as paid, returned or at the bank',
  *broken(evidence) {
    const executed = byRef(evidence);
    let [atBank, known] = [0n, 0n];
    for (const { amount } of evidence.simulation.bank.books.executions) atBank += BigInt(amount);
    const { lost, entries } = evidence.simulation.ledger;
    for (const [ref, [execution]] of executed) {
      if (lost.payouts.has(ref)) known += BigInt(execution?.amount ?? 0);
    }
    for (const id of lost.sends) {
      const entry = entries.get(id);
      if (entry !== undefined && isUnsent(entry) && executed.has(bankRefOf(id)))
        known += BigInt(entry.order.amount);
    }
    for (const payout of acceptedOf(evidence)) {
      const { status } = payout.progress;
      const { amount, transactionId } = payout.order;
      if (!Number.isSafeInteger(amount) || amount < 1)
        yield `${transactionId} moves ${String(amount)}`;
      const isThere = status === 'sent_to_bank' && executed.has(bankRefOf(transactionId));
      if (status === 'paid' || isReturned(payout) || isThere) known += BigInt(amount);
    }
    if (atBank !== known)
      yield `the bank executed ${String(atBank)}, the engine has ${String(known)}`;
  },
};

const authorised: Invariant = {
  name: 'I5',
  promise: 'nothing reaches the bank without the approvals that its policy asks for',
  *broken(evidence) {
    const executed = byRef(evidence);
    const { lost } = evidence.simulation.ledger;
    const raised = new Set(
      evidence.incidents
        .filter(({ kind }) => kind === 'forgotten_order')
        .map((one) => one.subjectId),
    );
    for (const { order, progress } of acceptedOf(evidence)) {
      const { approval, sentToBankAt } = progress;
      const id = order.transactionId;
      // Its approvals were forgotten with its send: as soon as the engine knows of it, a person does too.
      if (lost.sends.has(id) && (raised.has(id) || sentToBankAt === undefined)) continue;
      if (!executed.has(bankRefOf(order.transactionId)) || approval === undefined) continue;
      const needed = approval.levels.reduce((sum, level) => sum + level.approvals, 0);
      if (approval.currentLevel !== approval.levels.length || approval.approvals.length < needed) {
        yield `${order.transactionId} was executed with ${String(approval.approvals.length)} approvals`;
      }
      if (progress.sentToBankAt === undefined) yield `${order.transactionId} was never sent`;
    }
  },
};

export const moneyInvariants: ReadonlyArray<Invariant> = [
  atMostOnce,
  nothingUnasked,
  truthOfOutcome,
  authorised,
  noGuess,
  conservation,
];
