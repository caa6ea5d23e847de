import { Readable } from 'node:stream';
import test from 'ava';
import { questions } from './ask.js';

const asked = (input: Readable) =>
  questions({
    env: {},
    directory: '/',
    input,
    out: () => undefined,
    err: () => undefined,
    progress: () => false,
    asking: (answer) => answer,
    stop: new AbortController().signal,
  });

test('each question gets a line of standard input, wherever its pieces break, and the last needs no end', async (t) => {
  const { ask } = asked(Readable.from(['a@b.exa', 'mple\r\n12', '3456\n78', '9']));

  t.is(await ask('Address'), 'a@b.example');
  t.is(await ask('Code'), '123456');
  t.is(await ask('Code'), '789');
  await t.throwsAsync(ask('Code'), { message: 'standard input ended without an answer to: Code' });
});

test('standard input without an end of line is refused, and not kept', async (t) => {
  let pieces = 0;
  const endless = new Readable({
    read() {
      pieces += 1;
      this.push('0'.repeat(1_024));
    },
  });

  await t.throwsAsync(asked(endless).ask('Code'), {
    message: 'standard input goes on without an end of line',
  });
  t.true(pieces < 1_000);
});
