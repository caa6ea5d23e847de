import type { TransactionObject } from '@hundi/core';
import { aBatch, aPayment, postBatch } from './bodies.js';
import type { Call, Served } from './serve.js';

/** An answer of the portal, its JSON as the test knows it to be. */
export interface PortalAnswer<A> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: A;
}

/** A person with a portal session. */
export interface Person {
  readonly token: string;
  readonly get: <A = PortalBody>(path: string, call?: Call) => Promise<PortalAnswer<A>>;
  /** Sends no body where there is none. */
  readonly post: <A = PortalBody>(
    path: string,
    body?: unknown,
    call?: Call,
  ) => Promise<PortalAnswer<A>>;
  readonly patch: <A = PortalBody>(path: string, body: unknown) => Promise<PortalAnswer<A>>;
  readonly put: <A = PortalBody>(path: string, body: unknown) => Promise<PortalAnswer<A>>;
  readonly remove: <A = PortalBody>(path: string, call?: Call) => Promise<PortalAnswer<A>>;
}

/** The members of refusals and lists that most tests read. */
export interface PortalBody {
  readonly type: string;
  readonly detail: string;
  readonly message?: string;
  readonly status: number;
  readonly errors?: ReadonlyArray<{ readonly pointer: string }>;
  readonly pagination: { readonly total?: number; readonly nextCursor?: string | null };
}

export interface Results {
  readonly results: ReadonlyArray<{
    readonly transactionId: string;
    readonly status: string | null;
    readonly error: { readonly type: string; readonly detail: string } | null;
  }>;
}

const ask = async <A>(
  { send }: Served,
  method: string,
  path: string,
  call: Call,
): Promise<PortalAnswer<A>> => {
  const { status, headers, text, json } = await send(method, `/portal/v1${path}`, {
    key: null,
    ...call,
  });
  return { status, headers, text, json: json as unknown as A };
};

/** Calls the portal with a token, or without one. */
export const personWith = (served: Served, token = ''): Person => {
  const withToken = ({ headers, ...call }: Call = {}): Call => ({
    ...call,
    headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...headers },
  });
  return {
    token,
    get: (path, call) => ask(served, 'GET', path, withToken(call)),
    patch: (path, body) => ask(served, 'PATCH', path, withToken({ body })),
    put: (path, body) => ask(served, 'PUT', path, withToken({ body })),
    remove: (path, call) => ask(served, 'DELETE', path, withToken(call)),
    post: (path, body, call) =>
      ask(served, 'POST', path, { ...withToken(call), ...(body !== undefined && { body }) }),
  };
};

/** The code in the newest mail to an address; the empty text if there is none. */
export const codeFor = ({ sandbox }: Served, email: string): string =>
  sandbox.mailbox.mails(email)[0]?.text.split(' ', 1)[0] ?? '';

/** Comes in by a mailed code. @throws when that is refused. */
export const comeIn = async (served: Served, email: string): Promise<Person> => {
  const stranger = personWith(served);
  const asked = await stranger.post<{ readonly challengeId: string }>('/login', { email });
  const opened = await stranger.post<{ readonly token: string }>(
    `/login/${asked.json.challengeId}`,
    { code: codeFor(served, email) },
  );
  if (opened.status !== 200) throw new Error(`not let in: ${asked.text} ${opened.text}`);
  return personWith(served, opened.json.token);
};

/** Posts payments of ₹20,000 each, by default acme's maker's, which wait for a checker; answers their ids, in order. */
export const waiting = async (
  served: Served,
  count = 1,
  {
    by = 'u-maker',
    amounts = [],
    ...call
  }: Pick<Call, 'key'> & { readonly by?: string; readonly amounts?: ReadonlyArray<number> } = {},
): Promise<{ readonly jobId: string; readonly ids: ReadonlyArray<string> }> => {
  const { sandbox } = served;
  const tenant = { ...sandbox.tenant, ...(call.key === served.globexKey && GLOBEX) };
  const payee = await sandbox.beneficiary('SHARMA01', tenant);
  const name = `RUN-${String((runs += 1))}`;
  const payments = Array.from({ length: count }, (_, n) =>
    aPayment(payee, `${name}-${String(n)}`, { amount: amounts[n] ?? 2_000_000 }),
  );
  const { json } = await postBatch(
    served,
    aBatch(payments, { initiatedByUserId: by, apiRefNumber: name }),
    name,
    call,
  );
  await sandbox.runDue();
  return { jobId: json.jobId, ids: json.transactions.map(({ transactionId }) => transactionId) };
};

const GLOBEX = { corporateTenantId: 'globex' } as Partial<Served['sandbox']['tenant']>;
let runs = 0;

/** In which state a transaction is. */
export const statusOf = async ({ get }: Served, id: string): Promise<TransactionObject['status']> =>
  (await get(`/v1/partner/payments/transactions/${id}`)).json.status as TransactionObject['status'];
