import test from 'ava';
import { aesSealer, kekId, kekIdOf } from './aes-sealer.js';

const [OLD, NEW, OTHER] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [
  Buffer,
  Buffer,
  Buffer,
];
const sealer = aesSealer(OLD);

// Sealed by the first way of sealing under OLD for `context`: version 0.1.0 wrote such texts.
const OF_V1 = 'v1.PCvtJgWqKOE8_TpvGfoQ7LCKHjTOXSlXQ5reWGUSFJ3uDw';

test('a sealed value opens under the same key and context', async (t) => {
  for (const secret of ['', 'sk_0011_secret', 'पैसा', 'x'.repeat(10_000)]) {
    t.is(await sealer.open(await sealer.seal(secret, 'secret-key/1'), 'secret-key/1'), secret);
  }
});

test('the same secret is sealed differently each time', async (t) => {
  t.not(await sealer.seal('secret', 'context'), await sealer.seal('secret', 'context'));
});

test('another context does not open it', async (t) => {
  const sealed = await sealer.seal('secret', 'secret-key/1');

  t.is(await sealer.open(sealed, 'secret-key/2'), undefined);
});

test('another key does not open it', async (t) => {
  const sealed = await sealer.seal('secret', 'context');

  t.is(await aesSealer(OTHER).open(sealed, 'context'), undefined);
  t.is(await aesSealer(OTHER).open(sealed.replace(kekId(OLD), kekId(OTHER)), 'context'), undefined);
});

test('a text that was changed anywhere does not open', async (t) => {
  const sealed = await sealer.seal('secret', 'context');
  for (let i = 0; i < sealed.length; i += 1) {
    const other = sealed[i] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, i) + other + sealed.slice(i + 1);
    t.is(await sealer.open(changed, 'context'), undefined);
  }
  t.is(await sealer.open(sealed.slice(0, 20), 'context'), undefined);
  t.is(await sealer.open('', 'context'), undefined);
});

test('a sealed text names its way of sealing, and one that names another is refused', async (t) => {
  const sealed = await sealer.seal('secret', 'context');

  t.regex(sealed, /^v2\./);
  t.is(await sealer.open(sealed.replace('v2.', 'v3.'), 'context'), undefined);
  t.is(await sealer.open(sealed.replace(/^v2\.\w+\./, 'v4.'), 'context'), undefined);
});

test('a sealed text carries the id of its key, which reveals nothing of the key', async (t) => {
  const sealed = await sealer.seal('secret', 'context');

  t.is(sealed.split('.')[1], kekId(OLD));
  t.regex(kekId(OLD), /^[0-9a-f]{16}$/);
  t.not(kekId(OLD), kekId(NEW));
});

test('of several keys the first seals, and any opens', async (t) => {
  const [both, after] = [aesSealer([NEW, OLD]), aesSealer(NEW)];
  const [before, since] = [await sealer.seal('a', 'c'), await both.seal('b', 'c')];

  t.deepEqual([await both.open(before, 'c'), await both.open(since, 'c')], ['a', 'b']);
  t.deepEqual([await after.open(before, 'c'), await after.open(since, 'c')], [undefined, 'b']);
  t.deepEqual([await both.isCurrent(before), await both.isCurrent(since)], [false, true]);
  t.false(await both.isCurrent('no sealed text'));
});

test('a text from before texts carried an id opens with any of the keys, and is not current', async (t) => {
  for (const one of [sealer, aesSealer([NEW, OLD]), aesSealer([OLD, NEW])]) {
    t.is(await one.open(OF_V1, 'context'), 'secret');
    t.is(await one.open(OF_V1, 'other'), undefined);
    t.false(await one.isCurrent(OF_V1));
  }
  t.is(await aesSealer(OTHER).open(OF_V1, 'context'), undefined);
});

test('a sealed text names the id of its key, unless a version sealed it that wrote none', async (t) => {
  t.is(kekIdOf(await aesSealer([NEW, OLD]).seal('a', 'c')), kekId(NEW));
  t.is(kekIdOf(OF_V1), undefined);
  t.is(kekIdOf('no sealed text'), undefined);
});

test('a key of another length is refused', (t) => {
  t.throws(() => aesSealer(Buffer.alloc(16)));
  t.throws(() => aesSealer([NEW, Buffer.alloc(31)]));
  t.throws(() => aesSealer([]), { message: 'a key of 32 bytes is needed' });
  t.throws(() => aesSealer([NEW, OLD, Buffer.from(NEW)]), { message: 'a key is given twice' });
});
