import test from 'ava';
import { lazily } from './lazily.js';

interface Pair {
  readonly left: { readonly name: string };
  readonly right: { readonly name: string };
}

const pair = () => {
  const made: string[] = [];
  const record = lazily<Pair>(['left', 'right'], (name) => {
    made.push(name);
    return { name };
  });
  return { made, record };
};

test('a member is made when it is first asked for, and stays the same', (t) => {
  const { made, record } = pair();
  t.deepEqual(made, []);
  const { right } = record;

  t.is(record.right, right);
  t.deepEqual(made, ['right']);
});

test('a record can be listed and asked for its members without making them', (t) => {
  const { made, record } = pair();

  t.deepEqual(Reflect.ownKeys(record), ['left', 'right']);
  t.true('left' in record);
  t.deepEqual(made, []);
});

test('a spread has all members', (t) => {
  const { record } = pair();
  const { left, ...rest } = { ...record, right: { name: 'another' } };

  t.is(left, record.left);
  t.deepEqual(rest, { right: { name: 'another' } });
  t.deepEqual(Object.keys(record), ['left', 'right']);
});

test('a record has no member of another name, and none that every object has', async (t) => {
  const { made, record } = pair();

  for (const name of ['middle', 'then', 'constructor', Symbol.iterator]) {
    t.is(Reflect.get(record, name), undefined);
    t.false(Reflect.has(record, name));
  }
  t.is(await Promise.resolve(record), record);
  t.deepEqual(made, []);
});
