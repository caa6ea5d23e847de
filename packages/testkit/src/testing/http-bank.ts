import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireFault } from '../kits/check/wire.js';
import { meetings } from './meetings.js';

/** An order as it comes over the wire. */
export interface WireOrder {
  readonly ref: string;
  readonly account: string;
  readonly amount: number;
  /** The bank executes nothing that arrives after this moment; epoch ms. */
  readonly validUntil: number;
  /** The group that it comes in. */
  readonly group?: string;
}

/** The state of an order as it goes over the wire. */
export interface WireState {
  readonly ref: string;
  readonly status: 'PAID' | 'REJECTED' | 'NOT_FOUND';
  readonly utr?: string;
  readonly reason?: string;
}

/** Mistakes that a bank can make. */
export interface BankMistakes {
  readonly forgetsRefs?: boolean;
  /** It books an order only after two calls have looked whether it has it. */
  readonly booksSlowly?: boolean;
  readonly paysOnQuery?: boolean;
  readonly ignoresValidity?: boolean;
  /** One order that it refuses fails the whole group. */
  readonly failsGroups?: boolean;
  /** It debits each order of a group by itself. */
  readonly debitsEach?: boolean;
  /** It knows a group again, and not an order that comes in another one. */
  readonly knowsGroupsOnly?: boolean;
}

const REFUSED_ACCOUNT = '9001';

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as unknown;
};

const misbehave = (fault: WireFault, response: ServerResponse, text: string): void => {
  if (fault === 'cuts_connections' || fault === 'refuses_connections') response.destroy();
  else if (fault === 'answers_500') response.writeHead(500).end('{"error":"internal"}');
  else if (fault === 'answers_html') response.end('<html><h1>Service unavailable</h1></html>');
  else if (fault === 'answers_half_json') response.end(text.slice(0, text.length / 2));
  // An answer that never comes is too slow on every machine.
};

const books = (mistakes: BankMistakes, now: () => number) => {
  const orders = new Map<
    string,
    { readonly state: WireState; readonly group: string | undefined; paid: number }
  >();
  const debits = new Map<string, number[]>();

  const debit = ({ group, amount }: WireOrder): void => {
    if (group === undefined) return;
    const own = debits.get(group) ?? [];
    debits.set(group, own);
    if (own.length === 0 || mistakes.debitsEach === true) own.push(amount);
    else own[0] = (own[0] ?? 0) + amount;
  };

  const { meet } = meetings();
  let utrs = 0;

  const book = async (order: WireOrder): Promise<WireState> => {
    const { ref, account, validUntil, group } = order;
    const known = orders.get(ref);
    if (mistakes.booksSlowly === true) await meet(ref);
    if (known !== undefined) {
      const isAnother = mistakes.knowsGroupsOnly === true && known.group !== group;
      if (mistakes.forgetsRefs === true || isAnother) known.paid += 1;
      return known.state;
    }
    if (now() > validUntil && mistakes.ignoresValidity !== true)
      return { ref, status: 'NOT_FOUND' };
    debit(order);
    utrs += 1;
    const isRefused = account.endsWith(REFUSED_ACCOUNT);
    const state: WireState = isRefused
      ? { ref, status: 'REJECTED', reason: 'account_closed' }
      : { ref, status: 'PAID', utr: `UTR${String(utrs)}` };
    const before = orders.get(ref)?.paid ?? 0;
    orders.set(ref, { state, group, paid: before + (isRefused ? 0 : 1) });
    return state;
  };

  return {
    book,
    stateOf: async (ref: string): Promise<WireState> => {
      if (mistakes.paysOnQuery === true)
        await book({ ref, account: '', amount: 0, validUntil: Infinity });
      return orders.get(ref)?.state ?? { ref, status: 'NOT_FOUND' };
    },
    groupDebits: (group: string): ReadonlyArray<number> => debits.get(group) ?? [],
    timesPaid: (ref: string): number => orders.get(ref)?.paid ?? 0,
  };
};

/** A bank that takes orders over HTTP, on this machine, goes by a clock of the test, and can be made to misbehave. */
export const httpBank = async (mistakes: BankMistakes, now: () => number) => {
  const { book, stateOf, timesPaid, groupDebits } = books(mistakes, now);
  let fault: WireFault | undefined;
  let holding = false;
  let held: ReadonlyArray<WireOrder> = [];

  const perform = async (path: string | undefined, body: unknown) => {
    const states: WireState[] = [];
    if (path === '/orders')
      for (const order of body as ReadonlyArray<WireOrder>) states.push(await book(order));
    else for (const ref of body as ReadonlyArray<string>) states.push(await stateOf(ref));
    const [first] = body as ReadonlyArray<Partial<WireOrder>>;
    const failed = states.find(({ status }) => status === 'REJECTED');
    return JSON.stringify(
      mistakes.failsGroups === true && first?.group !== undefined && failed !== undefined
        ? states.map(({ ref }) => ({ ...failed, ref }))
        : states,
    );
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const struck = fault;
    const body = await bodyOf(request);
    if (holding && request.url === '/orders') {
      holding = false;
      held = body as ReadonlyArray<WireOrder>;
      response.destroy();
      return;
    }
    const text = struck === 'refuses_connections' ? '' : await perform(request.url, body);
    if (struck === undefined) response.end(text);
    else misbehave(struck, response, text);
  };

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    timesPaid,
    groupDebits,
    /** Whether it takes calls and never answers. */
    isSilent: () => fault === 'answers_slowly',
    break: (next: WireFault) => () => {
      fault = next;
      return () => {
        fault = undefined;
      };
    },
    holdNextSubmit: () => {
      holding = true;
      return async () => {
        for (const order of held) await book(order);
      };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
