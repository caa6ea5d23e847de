import test from 'ava';
import fc from 'fast-check';
import { E } from '../../kernel/fp.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import { TENANT } from '../../samples.test.data.js';
import type { KeptAnswer, RequestKey } from '../../storage/idempotency-store.js';
import { onceEach, type OnceRequest } from './once.js';

interface Ask extends OnceRequest {
  /** What the use case makes of it: an answer, or undefined for a refusal. */
  readonly body: string | undefined;
}

const ask = (key: string, fingerprint: string, more: Partial<Ask> = {}): Ask => ({
  tenant: TENANT,
  route: 'POST /batches',
  key,
  fingerprint,
  body: `answer to ${fingerprint}`,
  ...more,
});

const nameOf = ({ tenant, route, key }: RequestKey): string =>
  [tenant.bankTenantId, tenant.corporateTenantId, route, key].join('|');

/** Answers kept in a map. `rivals` are kept by another request between our look and our write. */
const aStore = (before: ReadonlyArray<KeptAnswer> = [], rivals: ReadonlyArray<KeptAnswer> = []) => {
  const kept = new Map(before.map((answer) => [nameOf(answer), answer]));
  const idempotency: Pick<Stores['idempotency'], 'find' | 'add'> = {
    find: async (keys) => [...new Set(keys.map(nameOf))].flatMap((name) => kept.get(name) ?? []),
    add: async (answers) => {
      for (const rival of rivals) kept.set(nameOf(rival), rival);
      const free = answers.filter((answer) => !kept.has(nameOf(answer)));
      for (const answer of free) kept.set(nameOf(answer), answer);
      return free;
    },
  };
  return { kept, stores: { idempotency } as unknown as Stores };
};

const run = async ({ stores }: ReturnType<typeof aStore>, requests: ReadonlyArray<Ask>, at = 7) => {
  const decided: string[] = [];
  const written: string[] = [];
  const answers = await onceEach<Ask, 'refused'>(stores, requests, at, {
    decide: async (fresh) =>
      fresh.map(({ key, fingerprint, body }) => {
        decided.push(`${key}/${fingerprint}`);
        return body === undefined ? E.left('refused') : E.right({ outcome: 'queued', body });
      }),
    write: async (won) => {
      written.push(...won.map(({ key, fingerprint }) => `${key}/${fingerprint}`));
    },
  });
  const said = answers.map((answer) =>
    E.isRight(answer)
      ? `${answer.right.replayed ? 'again: ' : ''}${answer.right.body}`
      : typeof answer.left === 'string'
        ? answer.left
        : answer.left._tag,
  );
  return { said, decided, written };
};

const REUSED = 'IdempotencyKeyReused';
const keptFor = (fingerprint: string, key = 'k'): KeptAnswer => ({
  tenant: TENANT,
  route: 'POST /batches',
  key,
  fingerprint,
  outcome: 'queued',
  body: `answer to ${fingerprint}`,
  at: 1,
});

test('a new request is decided, written and kept with its moment', async (t) => {
  const store = aStore();
  const { said, written } = await run(store, [ask('k', 'a')]);

  t.deepEqual(said, ['answer to a']);
  t.deepEqual(written, ['k/a']);
  t.deepEqual([...store.kept.values()], [{ ...keptFor('a'), at: 7 }]);
});

test('the same request gets its answer again, byte for byte, and nothing is written', async (t) => {
  const store = aStore([keptFor('a')]);
  const { said, written } = await run(store, [ask('k', 'a', { body: 'something else' })]);

  t.deepEqual(said, ['again: answer to a']);
  t.deepEqual(written, []);
});

test('a request that was answered gets its answer again even if it would be refused by now', async (t) => {
  const store = aStore([keptFor('a')]);
  const { said, written } = await run(store, [ask('k', 'a', { body: undefined })]);

  t.deepEqual(said, ['again: answer to a']);
  t.deepEqual(written, []);
});

test('another request under a used key is a conflict and changes nothing', async (t) => {
  const store = aStore([keptFor('a')]);
  const { said, written } = await run(store, [ask('k', 'b')]);

  t.deepEqual(said, [REUSED]);
  t.deepEqual(written, []);
  t.deepEqual([...store.kept.values()], [keptFor('a')]);
});

test('a refusal is not stored: the key stays free', async (t) => {
  const store = aStore();

  t.deepEqual((await run(store, [ask('k', 'a', { body: undefined })])).said, ['refused']);
  t.is(store.kept.size, 0);
  t.deepEqual((await run(store, [ask('k', 'b')])).said, ['answer to b']);
});

test('keys of other tenants and routes are other keys', async (t) => {
  const other = { ...TENANT, corporateTenantId: 'other' } as Tenant;
  const { said } = await run(aStore([keptFor('a')]), [
    ask('k', 'b', { tenant: other }),
    ask('k', 'c', { route: 'POST /sessions' }),
  ]);

  t.deepEqual(said, ['answer to b', 'answer to c']);
});

test('the same request twice in a group is decided and written once', async (t) => {
  const { said, decided, written } = await run(aStore(), [ask('k', 'a'), ask('k', 'a')]);

  t.deepEqual(said, ['answer to a', 'again: answer to a']);
  t.deepEqual([decided, written], [['k/a'], ['k/a']]);
});

test('two requests under one key in a group: the first is answered, the other is a conflict', async (t) => {
  const { said, written } = await run(aStore(), [ask('k', 'a'), ask('k', 'b'), ask('l', 'b')]);

  t.deepEqual(said, ['answer to a', REUSED, 'answer to b']);
  t.deepEqual(written, ['k/a', 'l/b']);
});

test('the same refused request twice in a group is refused twice', async (t) => {
  const refused = () => ask('k', 'a', { body: undefined });
  const { said, written } = await run(aStore(), [refused(), refused()]);

  t.deepEqual(said, ['refused', 'refused']);
  t.deepEqual(written, []);
});

test('a refusal reveals nothing of another request under the same key in the group', async (t) => {
  const store = aStore();
  const { said, written } = await run(store, [
    ask('k', 'a', { body: undefined }),
    ask('k', 'b'),
    ask('k', 'b'),
  ]);

  t.deepEqual(said.slice(1), ['answer to b', 'again: answer to b']);
  t.true(['refused', REUSED].includes(said[0] ?? ''));
  t.deepEqual(written, ['k/b']);
  t.deepEqual([...store.kept.values()], [{ ...keptFor('b'), at: 7 }]);
});

test('a request that loses the race for a key replays or conflicts, and writes nothing', async (t) => {
  const store = aStore([], [keptFor('a'), keptFor('x', 'l')]);
  const { said, written } = await run(store, [ask('k', 'a'), ask('l', 'a'), ask('m', 'a')]);

  t.deepEqual(said, ['again: answer to a', REUSED, 'answer to a']);
  t.deepEqual(written, ['m/a']);
});

test('no requests are no work', async (t) => {
  t.deepEqual(await run(aStore(), []), { said: [], decided: [], written: [] });
});

test('however requests are grouped, one key has one answer, and only its request was written', async (t) => {
  const anAsk = fc
    .tuple(fc.constantFrom('k', 'l'), fc.constantFrom('a', 'b', 'c'))
    .map(([key, print]) => ask(key, print, print === 'c' ? { body: undefined } : {}));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anAsk, { maxLength: 5 }), { maxLength: 5 }),
      async (groups) => {
        const store = aStore();
        const writes: string[] = [];
        const answered = new Map<string, string>();
        for (const group of groups) {
          const { said, written } = await run(
            store,
            group.map((one) => ({ ...one })),
          );
          writes.push(...written);
          group.forEach(({ key, fingerprint, body }, i) => {
            const line = said[i] ?? '';
            if (line === 'refused') t.is(body, undefined);
            if (line === 'refused' || line === REUSED) return;
            t.is(line.replace('again: ', ''), `answer to ${fingerprint}`);
            t.is(answered.get(key) ?? fingerprint, fingerprint);
            t.is(line.startsWith('again: '), answered.has(key));
            answered.set(key, fingerprint);
          });
        }
        t.deepEqual(writes.sort(), [...answered].map(([key, print]) => `${key}/${print}`).sort());
      },
    ),
  );
});
