import type { OpenedSession } from '@hundi/core/wire';
import { json } from '../testing/partner.js';
import { asPerson, comeIn } from '../testing/people.js';
import type { RunningService } from '../testing/running-service.js';

type Action = 'approve' | 'reject';

/** The checker's decision on a payout: always the same, so that it can be repeated. */
export const opinionOf = (transactionId: string): Action =>
  Number.parseInt(transactionId.slice(-1), 16) % 4 === 3 ? 'reject' : 'approve';

/** A person who decides on what waits for them. */
export interface Checker {
  /** Decides on the first of what waits; answers whether anything did. Breaks off with the service. */
  readonly decide: (service: RunningService) => Promise<boolean>;
  /** Payouts whose decision the service acknowledged, but that it still shows as waiting. */
  readonly forgotten: (service: RunningService) => Promise<ReadonlyArray<string>>;
}

interface Waiting {
  readonly items: ReadonlyArray<{ readonly transactionId: string }>;
}

interface Results {
  readonly results: ReadonlyArray<{
    readonly transactionId: string;
    readonly error: object | null;
  }>;
}

const EMAIL = 'checker@acme.example';
const HOUR_S = 3_600;

export const newChecker = (): Checker => {
  const decided = new Set<string>();
  let session: OpenedSession | undefined;

  const waiting = async (service: RunningService): Promise<ReadonlyArray<string>> => {
    session ??= await comeIn(service, EMAIL);
    const page = json<Waiting>(await asPerson(service, session, '/approvals?limit=100'));
    return page.items.map(({ transactionId }) => transactionId);
  };

  const say = async (
    service: RunningService,
    action: Action,
    ids: ReadonlyArray<string>,
  ): Promise<void> => {
    const transactionIds = ids.filter((id) => opinionOf(id) === action);
    if (session === undefined || transactionIds.length === 0) return;
    const answer = await asPerson(service, session, '/approvals', { action, transactionIds });
    for (const { transactionId, error } of json<Results>(answer).results) {
      if (error === null) decided.add(transactionId);
    }
  };

  return {
    decide: async (service) => {
      const ids = await waiting(service);
      await say(service, 'approve', ids);
      await say(service, 'reject', ids);
      return ids.length > 0;
    },
    forgotten: async (service) => {
      // Codes that were lost with their process count too; an hour later there are new ones.
      if (session === undefined) {
        await service.post('/sandbox/v1/clock/advance', { seconds: HOUR_S });
      }
      return (await waiting(service)).filter((id) => decided.has(id));
    },
  };
};

/** Decides on everything that is left. Decisions that were acknowledged and are not there any more are answered. */
export const decideAll = async (
  checker: Checker,
  service: RunningService,
): Promise<ReadonlyArray<string>> => {
  const forgotten = await checker.forgotten(service);
  while (await checker.decide(service));
  return forgotten.map((id) => `the decision on ${id} was acknowledged, and it waits for one`);
};
