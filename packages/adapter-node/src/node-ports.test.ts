import test from 'ava';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEK_BYTES, nodePorts, systemClock } from './index.js';

const kek = new Uint8Array(KEK_BYTES).fill(7);

test('seals under the key, and keeps the mark in the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const sendMarkFile = join(folder, 'send-mark');
  const { sealer, sendMark, clock } = nodePorts({ kek, sendMarkFile });
  await sendMark.raise({ token: 3, at: 5 });
  const again = nodePorts({ kek, sendMarkFile });

  t.deepEqual(await again.sendMark.read(), { token: 3, at: 5 });
  t.is(await again.sealer.open(await sealer.seal('secret', 'a test'), 'a test'), 'secret');
  t.is(clock, systemClock);
});

test("takes the host's own mark and clock", (t) => {
  const sendMark = { read: async () => undefined, raise: async () => undefined };
  const clock = { now: () => 7 };
  const ports = nodePorts({ kek, sendMark, clock });

  t.is(ports.sendMark, sendMark);
  t.is(ports.clock, clock);
});

test('refuses a key of another length at once', (t) => {
  t.throws(() => nodePorts({ kek: new Uint8Array(16), sendMarkFile: 'send-mark' }), {
    message: /32 bytes/,
  });
});
