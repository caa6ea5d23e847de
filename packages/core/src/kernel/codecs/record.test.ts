import test from 'ava';
import * as io from 'io-ts';
import { E } from '../fp.js';
import { decodeInput } from './decode.js';
import { Paise } from '../values/money.js';
import { record, shownAs } from './record.js';
import { BeneId } from '../values/text.js';

const Codec = record('Codec', { amount: Paise, bene: BeneId }, { note: io.string });

test('required fields are there, optional ones may be, others are dropped', (t) => {
  const good = { amount: 1, bene: 'SHARMA01' };

  t.deepEqual(Codec.decode({ ...good, other: 1 }) as unknown, E.right(good));
  t.deepEqual(Codec.decode({ ...good, note: '' }) as unknown, E.right({ ...good, note: '' }));
});

test("a record holds the values that its fields' codecs return, and its input stays unchanged", (t) => {
  const sent = Object.freeze({ amount: 1, bene: 'sharma01' });

  t.like(Codec.decode(sent), { right: { bene: 'SHARMA01' } });
});

test('an optional field that is undefined is absent, one that is null is wrong', (t) => {
  const good = { amount: 1, bene: 'SHARMA01' };
  const decoded = Codec.decode({ ...good, note: undefined });

  t.true(E.isRight(decoded) && !('note' in decoded.right));
  t.true(E.isLeft(Codec.decode({ ...good, note: null })));
});

test('every fault is named, at its place below the place of the object', (t) => {
  const decoded = decodeInput(io.strict({ rows: io.array(Codec) }), {
    rows: [{ note: 1 }, { amount: 1, bene: 'SHARMA01' }, null],
  });

  t.deepEqual(
    E.isLeft(decoded) && decoded.left.issues.map(({ pointer, code }) => [pointer, code]),
    [
      ['/rows/0/amount', 'required'],
      ['/rows/0/bene', 'required'],
      ['/rows/0/note', 'invalid'],
      ['/rows/2', 'invalid'],
    ],
  );
});

test('fields are taken from the object itself, never from its prototype', (t) => {
  const sent = JSON.parse('{"__proto__":{"amount":1},"bene":"SHARMA01","note":"x"}') as unknown;
  const inherited = Object.create({ amount: 1, bene: 'SHARMA01' }) as unknown;

  t.true(E.isLeft(Codec.decode(sent)));
  t.true(E.isLeft(Codec.decode(inherited)));
  t.is(({} as Record<string, unknown>)['amount'], undefined);
});

test('only a map is decoded', (t) => {
  for (const input of [null, undefined, 1, 'a', [], [1], true]) {
    t.true(E.isLeft(Codec.decode(input)));
    t.false(Codec.is(input));
  }
});

test('a decoded value is recognised, and its encoding decodes again', (t) => {
  const decoded = Codec.decode({ amount: 1, bene: 'sharma01', note: 'x', other: 1 });

  t.true(E.isRight(decoded));
  if (E.isLeft(decoded)) return;
  t.true(Codec.is(decoded.right));
  t.deepEqual(Codec.decode(Codec.encode(decoded.right)), decoded);
});

test('a view shows the members that it names, in its order, and no other', (t) => {
  const [amount, bene] = [1 as Paise, 'SHARMA01' as BeneId];
  const kept = { secret: 'hidden', note: 'x', bene, amount };

  t.is(JSON.stringify(shownAs(Codec, kept)), '{"amount":1,"bene":"SHARMA01","note":"x"}');
  t.deepEqual(shownAs(Codec, { amount, bene, note: undefined }), { amount, bene });
  // @ts-expect-error -- a member that the view requires is not there
  shownAs(Codec, { amount });
  // @ts-expect-error -- a member that the view does not name
  shownAs(Codec, { ...kept, nota: 'y' });
});
