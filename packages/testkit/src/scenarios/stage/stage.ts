import assert from 'node:assert/strict';
import {
  E,
  type BatchRequest,
  type BeneficiaryId,
  type JobId,
  type JsonObject,
  type JsonOf,
  type Plain,
  type Storage,
  type Tenant,
  type TransactionId,
  type TransactionObject,
} from '@hundi/core';
import type { AcceptedBatch, JobStatusRecord, JournalEntry, KeyedAnswer } from '@hundi/core/wire';
import { counted } from './calls.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from '../../kit/sandbox/create-sandbox.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from './stage-document.js';

/** One payment as a scenario writes it: what it leaves out is a payout of ₹500 by VENDOR to SHARMA01. */
export interface Row {
  readonly reference?: string;
  /** The payee's `beneId`. */
  readonly to?: string;
  readonly beneficiaryId?: string;
  /** The payee's code as the row itself names it, in place of its id. */
  readonly beneId?: string;
  readonly packageCode?: string;
  readonly amount?: number;
  readonly debitAccountNumber?: string;
  readonly paymentMethodCode?: string;
  readonly beneficiaryAccountNumber?: string;
  readonly remark?: string;
  readonly tag?: string;
  readonly metadata?: JsonObject;
  readonly payoutDate?: string;
  readonly purpose?: string;
}

export interface PostOptions {
  readonly key?: string;
  readonly by?: string;
  readonly tenant?: Tenant;
  readonly traceparent?: string;
  /** The id of the key that brings it. */
  readonly via?: string;
}

/** A batch that was accepted. */
export interface Posted {
  readonly jobId: JobId;
  readonly ids: ReadonlyArray<TransactionId>;
  readonly answer: AcceptedBatch;
  readonly replayed: boolean;
}

/** A sandbox with short ways to do what scenarios do. */
export interface Stage extends Sandbox {
  readonly bodyOf: (
    rows: ReadonlyArray<Row>,
    options?: PostOptions,
  ) => Promise<Plain<BatchRequest>>;
  readonly post: (rows: ReadonlyArray<Row>, options?: PostOptions) => Promise<Posted>;
  /** Posts, and runs what is due; answers what became of every row, in order. */
  readonly pay: (
    rows: ReadonlyArray<Row>,
    options?: PostOptions,
  ) => Promise<ReadonlyArray<TransactionObject>>;
  readonly job: (jobId: JobId, tenant?: Tenant) => Promise<JobStatusRecord>;
  readonly payout: (id: TransactionId, tenant?: Tenant) => Promise<TransactionObject>;
  readonly journal: (subjectId: string, tenant?: Tenant) => Promise<ReadonlyArray<JournalEntry>>;
}

/** The answer, or the refusal as a failed assertion. */
export const expectRight = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) assert.fail(`refused: ${JSON.stringify(result.left)}`);
  return result.right;
};

/** The refusal, or the unexpected answer as a failed assertion. */
export const expectLeft = <L>(result: E.Either<L, unknown>): L => {
  if (E.isRight(result)) assert.fail(`not refused: ${JSON.stringify(result.right)}`);
  return result.left;
};

const RECORDS_MAX = 1_000;

/** Opens the demo tenants on a fresh storage; `acme` changes the corporate that scenarios act for. */
export const openStage = async (
  storage: Storage,
  acme: Partial<CorporateInput> = {},
  options: Omit<SandboxOptions, 'storage' | 'document'> = {},
): Promise<Stage> => {
  const sandbox = await createSandbox({ storage, document: stageDocument(acme), ...options });
  const stage: Sandbox = {
    ...sandbox,
    engine: counted(storage, sandbox.engine),
    another: (...ports) => counted(storage, sandbox.another(...ports)),
  };
  return { ...stage, ...shortcuts(stage) };
};

const shortcuts = (sandbox: Sandbox): Omit<Stage, keyof Sandbox> => {
  const { engine, storage } = sandbox;
  let posts = 0;
  let rowsMade = 0;

  const payment = async ({ reference, to = 'SHARMA01', ...row }: Row, tenant: Tenant) => {
    rowsMade += 1;
    const transactionReference = reference ?? `REF-${String(rowsMade)}`;
    const payment = { transactionReference, packageCode: 'VENDOR', amount: 50_000, ...row };
    if (row.beneId !== undefined || row.beneficiaryId !== undefined) return payment;
    return { beneficiaryId: await payee(to, tenant), ...payment };
  };

  const payees = new Map<string, Promise<BeneficiaryId>>();
  const payee = (beneId: string, tenant: Tenant): Promise<BeneficiaryId> => {
    const key = `${tenant.corporateTenantId} ${beneId}`;
    const found = payees.get(key) ?? sandbox.beneficiary(beneId, tenant);
    payees.set(key, found);
    return found;
  };

  const bodyOf: Stage['bodyOf'] = async (
    rows,
    { by = 'u-maker', tenant = sandbox.tenant } = {},
  ) => {
    const payments: Plain<BatchRequest>['payments'][number][] = [];
    for (const row of rows) payments.push(await payment(row, tenant));
    return { initiatedByUserId: by, apiRefNumber: 'Run of payments', payments };
  };

  const post: Stage['post'] = async (rows, options = {}) => {
    posts += 1;
    const { key = `key-${String(posts)}`, tenant = sandbox.tenant, traceparent, via } = options;
    const answer = await engine.acceptBatch(tenant, {
      key,
      batch: await bodyOf(rows, options),
      ...(traceparent !== undefined && { traceparent }),
      ...(via !== undefined && { via: { keyId: via } }),
    });
    return postedOf(expectRight(answer));
  };

  const payout: Stage['payout'] = async (id, tenant = sandbox.tenant) =>
    expectRight(await engine.getTransaction(tenant, { transactionId: id }));

  return {
    bodyOf,
    post,
    payout,
    pay: async (rows, options = {}) => {
      const { ids } = await post(rows, options);
      await sandbox.runDue();
      const payouts: TransactionObject[] = [];
      for (const id of ids) payouts.push(await payout(id, options.tenant));
      return payouts;
    },
    job: async (jobId, tenant = sandbox.tenant) =>
      expectRight(await engine.getJob(tenant, { jobId, page: 1, limit: RECORDS_MAX })),
    journal: (subjectId, tenant = sandbox.tenant) =>
      storage.read(({ journal }) => journal.of(tenant, subjectId)),
  };
};

/** The ids in the answer to a batch. */
export const postedOf = ({ answer, replayed }: KeyedAnswer<AcceptedBatch>): Posted => ({
  jobId: answer.jobId,
  ids: answer.transactions.map(({ transactionId }) => transactionId),
  answer,
  replayed,
});

/** The same of an answer as it goes out. */
export const postedAsJson = ({ answer, replayed }: KeyedAnswer<JsonOf<AcceptedBatch>>): Posted =>
  postedOf({ answer: JSON.parse(answer) as AcceptedBatch, replayed });
