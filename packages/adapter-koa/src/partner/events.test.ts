import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import { EVENT_TYPES, eventHash, FeedItem, FIRST_HASH } from '@hundi/core/wire';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../testing/bodies.js';
import { serve, type Served } from '../testing/serve.js';

const EVENTS = '/v1/partner/events';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Has acme pay. */
const pay = async (served: Served, reference: string): Promise<void> => {
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const { status } = await postBatch(served, aBatch([aPayment(payee, reference)]), reference);
  assert.equal(status, 202);
  await served.sandbox.runDue();
};

/** Serves acme, which has paid once. */
const withEvents = async (t: Parameters<typeof serve>[0]) => {
  const served = await serve(t, memoryStorage());
  await pay(served, 'PAY-1');
  const list = async (query = '', call = {}) => {
    const { status, json, text } = await served.get(`${EVENTS}${query}`, call);
    return { status, json, text, items: json.items as unknown as ReadonlyArray<FeedItem> };
  };
  return { ...served, list };
};

for (const [query, pointer] of [
  ['limit=0', '/query/limit'],
  ['limit=101', '/query/limit'],
  ['limit=ten', '/query/limit'],
  ['types=', '/query/types'],
  ['types=transaction', '/query/types'],
  ['types=transaction.paid,made.up', '/query/types'],
  ['types=transaction.paid&types=*', '/query/types'],
  ['types=*&limit=1&limit=1', '/query/limit'],
  ['after=x&after=x', '/query/after'],
] as const) {
  test(`?${query} is refused at its place`, async (t) => {
    const { list } = await withEvents(t);

    const { status, json } = await list(`?${query}`);

    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
    t.deepEqual(
      json.errors.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('the rejection of an unknown event type differs from that of one value too many', async (t) => {
  const { list } = await withEvents(t);

  const { json } = await list('?types=transaction');

  t.regex(json.errors[0]?.detail ?? '', /types of events, families \(transaction\.\*\) or \*/);
});

test('a cursor that was made up, changed, or is of another list is refused', async (t) => {
  const { get, list } = await withEvents(t);
  const { nextCursor } = (await list('?limit=1')).json.pagination;
  const other = (await get('/v1/partner/packages?limit=1')).json.pagination.nextCursor;

  for (const after of ['', 'made-up', `${nextCursor ?? ''}x`, other ?? '']) {
    const { status, json } = await list(`?after=${encodeURIComponent(after)}`);
    t.is(status, 400);
    t.is(json.type, 'invalid_parameters_error');
  }
});

test('events come by position, each in its shape, and a reader can prove the chain', async (t) => {
  const { list } = await withEvents(t);

  const { status, items, text, json } = await list('?limit=100');

  t.is(status, 200);
  t.is(json.pagination.hasMore, false);
  let previousHash = FIRST_HASH;
  for (const [i, item] of items.entries()) {
    t.deepEqual(FeedItem.decode(item) as unknown, E.right(item));
    t.is(item.position, i + 1);
    t.is(item.previousHash, previousHash);
    t.is(item.hash, sha256(`${previousHash}.${String(item.position)}.${item.bodyHash}`));
    t.is(item.hash, eventHash(previousHash, item.position, item.bodyHash));
    const body = JSON.stringify(item.event);
    t.is(sha256(body), item.bodyHash);
    t.true(text.includes(`"event":${body}}`));
    previousHash = item.hash;
  }
  t.true(items.some(({ event }) => event.type === 'transaction.paid'));
});

test('the event of a transaction carries the transaction object as it was, with the state before', async (t) => {
  const { list, get } = await withEvents(t);

  const { items } = await list('?types=transaction.paid');
  const { event } = items[0] as FeedItem;
  const id = event.data.object['transactionId'] as string;
  const { json } = await get(`/v1/partner/payments/transactions/${id}`);

  t.deepEqual(event.data.object, json as object);
  t.is(event.data.previousStatus, 'sent_to_bank');
  t.is(event.sequence, json['sequence' as never]);
});

test('the feed is narrowed to types and families, and * stands for all', async (t) => {
  const { list } = await withEvents(t);
  const typesOf = async (types: string) =>
    (await list(`?limit=100&types=${types}`)).items.map(({ event }) => event.type);
  const all = (await list('?limit=100')).items.map(({ event }) => event.type);

  t.deepEqual(await typesOf('*'), all);
  t.deepEqual(await typesOf(EVENT_TYPES.join(',')), all);
  t.deepEqual(
    await typesOf('transaction.*'),
    all.filter((type) => type.startsWith('transaction.')),
  );
  t.deepEqual(await typesOf('payment.job.result_page,payment.job.completed'), [
    'payment.job.result_page',
    'payment.job.completed',
  ]);
  t.deepEqual(await typesOf('webhook.test'), []);
});

test("a reader who continues from each page's cursor misses no event, including later ones", async (t) => {
  const served = await withEvents(t);
  const { list } = served;
  const all = (await list('?limit=100')).items;
  const read: FeedItem[] = [];
  let cursor = '';
  const poll = async (more = ''): Promise<boolean> => {
    const { items, json } = await list(
      `?limit=3${more}${cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`}`,
    );
    read.push(...items);
    cursor = json.pagination.nextCursor ?? '';
    return json.pagination.hasMore === true;
  };
  while (await poll());
  t.deepEqual(read, [...all]);

  t.false(await poll());
  t.deepEqual(read, [...all]);
  await pay(served, 'PAY-2');
  while (await poll('&types=*'));
  t.deepEqual(read, [...(await list('?limit=100')).items]);
  t.true(read.length > all.length);
});

test('a feed without events has a cursor to come back with', async (t) => {
  const { list } = await withEvents(t);

  const { json } = await list('?types=webhook.test');

  t.deepEqual(json.items as unknown, []);
  t.is(typeof json.pagination.nextCursor, 'string');
  t.is((await list(`?after=${json.pagination.nextCursor ?? ''}`)).items[0]?.position, 1);
});
