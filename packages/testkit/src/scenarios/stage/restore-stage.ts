import assert from 'node:assert/strict';
import type { Hundi, TransactionId } from '@hundi/core';
import { bankRefOf, type BankOrder } from '@hundi/core/rail';
import type { Stage } from './stage.js';

/**
 * A bank that executes every order, even a repeated one: only asking first keeps a restored database from paying
 * twice.
 */
export const FORGETFUL = { traits: { deduplicates: false } };

/** A lease and a little more. */
const LEASE_OVER = 31_000;

/** A token that the database of a scenario never gets to by itself. */
const LATER_TOKEN = 10_000_000;

/** The order for a payout; what its row does not have yet is as in another's. */
export const orderOf = async (
  stage: Stage,
  id: TransactionId,
  like: TransactionId = id,
): Promise<BankOrder> => {
  const { amount, beneficiary, debitAccount, narration, paymentMethod, reference } =
    await stage.payout(like);
  assert.ok(beneficiary !== undefined);
  const bankRef = bankRefOf(id);
  return {
    bankRef,
    bankTenantId: stage.tenant.bankTenantId,
    transactionId: id,
    amount: amount.value,
    paymentMethod: paymentMethod ?? '',
    debitAccountNumber: debitAccount?.accountNumber ?? '',
    creditAccountNumber: beneficiary.accountNumber,
    ifsc: beneficiary.ifsc,
    beneficiaryName: beneficiary.name,
    narration: narration ?? '',
    corporateTenantId: stage.tenant.corporateTenantId,
    debtor: { name: 'Acme Traders', ifsc: 'DEMO0000001' },
    executionDate: '2026-01-05',
    reference,
    endToEndId: bankRef,
  };
};

/**
 * The work after the backup that the restored database lacks: these payouts were sent, and the mark raised. A row
 * that intake had not evaluated yet is sent as another was.
 */
export const forgottenSends = async (
  stage: Stage,
  ids: ReadonlyArray<TransactionId>,
  like?: TransactionId,
): Promise<void> => {
  await stage.sendMark.raise({ token: LATER_TOKEN, at: stage.clock.now() });
  const orders: BankOrder[] = [];
  for (const id of ids) orders.push(await orderOf(stage, id, like));
  await stage.bank.rail.submit(orders);
};

/** Lets a process work for a quarter of an hour. */
export const workOn = async ({ clock }: Stage, process: Hundi, rounds = 25): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await process.runDue();
    clock.advance(LEASE_OVER);
  }
};

export const statusesOf = async (stage: Stage, ids: ReadonlyArray<TransactionId>) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id)).status);
  return statuses;
};

export const incidentsOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 10))).map(({ kind }) => kind);
