import { randomBytes } from 'node:crypto';
import { kekId } from '@hundi/adapter-node';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';
import { places, type Place } from '../testing/places.js';
import { runToEnd } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';

const aKey = (): string => randomBytes(32).toString('base64');

const idOf = (key: string): string => kekId(Buffer.from(key, 'base64'));

/** Short ways to start and rotate in one place, with the keys as the settings list them. */
const openPlace = (t: ExecutionContext, { dataDir, variables }: Place) => ({
  start: (...keys: ReadonlyArray<string>) =>
    serveHere(t, dataDir, { ...variables, HUNDI_KEK: keys.join(',') }),
  refused: async (...keys: ReadonlyArray<string>) => {
    const how = await runToEnd({ DATA_DIR: dataDir, ...variables, HUNDI_KEK: keys.join(',') });
    t.is(how.code, 2);
    return how.stderr[0] ?? '';
  },
  rotate: (keys: ReadonlyArray<string>, stop = new AbortController().signal) =>
    callHundi(['kek', 'rotate'], {
      env: { DATA_DIR: dataDir, ...variables, HUNDI_KEK: keys.join(',') },
      stop,
    }),
});

const everywhere = await places();

for (const [name, makePlace] of Object.entries(everywhere)) {
  test.serial(`${name}: a new key takes the place of the old one, step by step`, async (t) => {
    const [old, next] = [aKey(), aKey()];
    const { start, refused, rotate } = openPlace(t, await makePlace(t));
    await (await start(old)).stop();
    const both = await start(next, old);
    t.is((await both.get('/readyz')).status, 200);
    if (name === 'SQLite') await both.stop();

    // On PostgreSQL the service goes on beside it.
    const { code, out, err } = await rotate([next, old]);
    t.is(code, 0, err.join('\n'));
    t.is(out.length, 1);
    t.true(out[0]?.includes(`is sealed under key ${idOf(next)}`));
    t.true(err.some((line) => /^pass 1: \d+ secret keys?, [1-9]\d* sealed anew$/.test(line)));
    t.is(err.at(-1), 'end: 2 canaries, 1 taken away');
    if (name !== 'SQLite') {
      t.is((await both.get('/readyz')).status, 200);
      await both.stop();
    }
    t.is(
      await refused(old),
      `hundi: HUNDI_KEK is not the key that sealed the secrets of this database; restore key ${idOf(next)}: the first one of the last hundi kek rotate, or else that of the first start`,
    );
    const after = await start(next);

    t.is((await after.get('/readyz')).status, 200);
  });

  test.serial(`${name}: a start without a key that is in use is refused in words`, async (t) => {
    const [old, next, wrong] = [aKey(), aKey(), aKey()];
    const { start, refused, rotate } = openPlace(t, await makePlace(t));
    await (await start(old)).stop();
    t.regex(await refused(wrong, aKey()), /HUNDI_KEK is not the key that sealed the secrets/);
    await (await start(next, old)).stop();
    t.is(
      await refused(old),
      `hundi: HUNDI_KEK lacks a key that sealed secrets of this database: ${idOf(next)}; list it after the first until hundi kek rotate has sealed them anew`,
    );
    t.regex(await refused(next), /^hundi: HUNDI_KEK lacks a key that sealed secrets/);
    const { code, err } = await rotate([next]);
    t.is(code, 1);
    t.regex(err[0] ?? '', /the keys open 1 of 2 samples/);

    await (await start(old, next)).stop();
  });
}

test.serial('a start names a key that is listed and opens nothing, and serves', async (t) => {
  const [first, spare] = [aKey(), aKey()];
  const makePlace = everywhere['SQLite'];
  if (makePlace === undefined) throw new Error('SQLite is everywhere');
  const { start } = openPlace(t, await makePlace(t));
  const stderr = await (await start(first, spare)).stop();
  const lines = stderr.filter((line) => line.includes('opens nothing that this database keeps'));

  t.is(lines.length, 1);
  t.true(lines[0]?.includes(idOf(spare)));
});

test.serial('a rotation that is stopped says so, and the next one goes on', async (t) => {
  const [old, next] = [aKey(), aKey()];
  const makePlace = everywhere['SQLite'];
  if (makePlace === undefined) throw new Error('SQLite is everywhere');
  const { start, rotate } = openPlace(t, await makePlace(t));
  await (await start(old)).stop();
  const stopped = await rotate([next, old], AbortSignal.abort());

  t.is(stopped.code, 1);
  t.regex(stopped.out[0] ?? '', /^stopped: run it again/);
  t.is((await rotate([next, old])).code, 0);
  t.is((await rotate([next])).code, 0);
});

for (const [what, keys] of [
  ['no key', ''],
  ['a malformed key', `${aKey()},short`],
  ['a key twice', [1, 2].map(() => Buffer.alloc(32, 7).toString('base64')).join(',')],
] as const)
  test(`a rotation with ${what} is refused in words`, async (t) => {
    const { code, err } = await callHundi(['kek', 'rotate'], { env: { HUNDI_KEK: keys } });

    t.is(code, 2);
    t.regex(err[0] ?? '', /^hundi: HUNDI_KEK: expected .*list the new key, then the old ones/);
  });
