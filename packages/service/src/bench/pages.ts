import { E } from '@hundi/core';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { openStand, type Stand } from './stand.js';

const REQUESTS = 1_200;
const SLICES = 6;

/** The time of one read, in µs: the hosted page of a session, and the session from the API. */
export interface PagesRound {
  readonly page: number;
  readonly session: number;
}

const rightOf = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Opens a session and enters it, as a maker's browser would; answers the cookie that it keeps. */
const entered = async ({ engine, tenant, payees: [beneficiaryId = ''] }: Stand) => {
  const opening = await engine.openPayoutCheckout(tenant, {
    key: 'bench-page',
    makerUserId: 'u-maker',
    amount: { value: 1_234_500, currency: 'INR' },
    transactionReference: 'BENCH-PAGE',
    beneficiaryId,
  });
  const { sessionId, token } = rightOf(opening).checkout;
  const { secret } = rightOf(await engine.enterPayoutCheckout({ sessionId, token }));
  return { sessionId, cookie: `${sessionId}=${secret}` };
};

/** Reads one session by turns as a page and from the API, one request at a time. */
export const pagesRound = async (make: MakeDatabase, client: Client): Promise<PagesRound> => {
  const stand = await openStand(make);
  const { url, apiKey } = stand;
  const { sessionId, cookie } = await entered(stand);
  const read = (path: string) =>
    client.get({
      url,
      apiKey,
      cookie,
      paths: Array.from({ length: REQUESTS / SLICES }, () => path),
      callers: 1,
    });
  const took = { page: 0, session: 0 };
  for (let i = 0; i < SLICES; i += 1) {
    took.session += (await read(`/v1/partner/payout-checkout/sessions/${sessionId}`)).ms;
    took.page += (await read(`/payout/${sessionId}`)).ms;
  }
  await stand.close();
  return {
    page: (took.page * 1_000) / REQUESTS,
    session: (took.session * 1_000) / REQUESTS,
  };
};
