// Decorators look for it, so it comes before everything else.
import 'reflect-metadata';
import { E, type Plain, type Tenant } from '@hundi/core';
import { DecidePayouts } from '@hundi/core/inversify';
import type { DecidePayoutsInput } from '@hundi/core/wire';
import { inject, injectable } from 'inversify';

/** The result for a payout on the desk: its new status, or why the officer may not decide on it. */
export interface DeskAnswer {
  readonly transactionId: string;
  readonly status?: string;
  readonly refusal?: string;
}

/** Where the bank's officers decide on what waits for approval. */
@injectable()
export class ReviewDesk {
  readonly #decide: DecidePayouts;

  constructor(@inject(DecidePayouts) decide: DecidePayouts) {
    this.#decide = decide;
  }

  /** Decides as this officer. @throws when the officer is unknown or may not decide at all. */
  async decide(
    tenant: Plain<Tenant>,
    decision: Plain<DecidePayoutsInput>,
  ): Promise<ReadonlyArray<DeskAnswer>> {
    const decided = await this.#decide(tenant, decision);
    if (E.isLeft(decided)) throw new Error(decided.left._tag);
    return decided.right.map(({ transactionId, result }) =>
      E.isLeft(result)
        ? { transactionId, refusal: result.left._tag }
        : { transactionId, status: result.right.status },
    );
  }
}
