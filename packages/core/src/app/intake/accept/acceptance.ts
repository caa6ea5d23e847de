import type { NotAMaker } from '../../../model/access/access-errors.js';
import { Causes } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import type { IdempotencyKeyReused } from '../../idempotency/idempotency-errors.js';
import type { OnceAnswer } from '../../idempotency/once.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import { groupCommit } from '../../../kernel/flow/group-commit.js';
import { jobId, UUID_ENTROPY_BYTES } from '../../../kernel/values/uuid.js';
import { Clock } from '../../../ports/clock.js';
import { Entropy } from '../../../ports/entropy.js';
import { isStorageAway } from '../../../storage/storage-away.js';
import { isBrief, Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { acceptGroup, type Candidate } from './accept-group.js';
import type { PreviewError } from '../preview/preview-errors.js';
import { PAYMENTS_MAX } from '../request/read-rows.js';
import { Judging } from '../rules/judging.js';
import type { Submission } from '../request/submission.js';

/** Why payments are not taken in, by any route (decisions §5). */
export type AcceptanceError = InvalidInput | NotAMaker | IdempotencyKeyReused;

/** A batch that was previewed, and what its token says. */
export type Previewed = Submission & Required<Pick<Candidate, 'preview'>>;

/**
 * Takes in payments durably, from every route: when it returns, job, rows, journal and the stored answer, without its
 * transactions, are committed. Submissions that wait while a commit runs share the next one. One that was previewed has
 * a commit of its own, in which its verdicts are compared: none beside it takes a reference away, and where one of
 * another process does, nothing of it is stored.
 */
export interface Acceptance {
  (submission: Submission): Promise<E.Either<AcceptanceError, OnceAnswer>>;
  (previewed: Previewed): Promise<E.Either<AcceptanceError | PreviewError, OnceAnswer>>;
}
export const Acceptance = token<Acceptance>('Acceptance');

export const makeAcceptance = recipe(
  Acceptance,
  { Storage, Clock, Entropy, Judging, Causes },
  ({ storage, clock, entropy, judging, causes }) => {
    const share = groupCommit<Candidate, E.Either<AcceptanceError | PreviewError, OnceAnswer>>(
      async (group) => {
        const rows = group.reduce((sum, { payments }) => sum + payments.length, 0);
        const accepted = await storage.atomically(
          (stores) => acceptGroup(stores, group, clock.now(), judging),
          { brief: isBrief(rows) },
        );
        // Only a batch with a preview is refused so, and it has a group of its own.
        if (E.isLeft(accepted)) return group.map(() => accepted);
        return accepted.right;
      },
      PAYMENTS_MAX,
      {
        weigh: ({ payments, preview }) => (preview === undefined ? payments.length : PAYMENTS_MAX),
        onGroupFailure: (error) => causes.report('accept-batch', error),
        affectsAll: isStorageAway,
      },
    );

    const accept = (submission: Submission | Previewed) => {
      const requestedAt = clock.now();
      return share({
        requestedAt,
        ...submission,
        jobId: jobId(requestedAt, entropy.bytes(UUID_ENTROPY_BYTES)),
      });
    };
    // Only a submission with a preview is refused for it.
    return accept as Acceptance;
  },
);
