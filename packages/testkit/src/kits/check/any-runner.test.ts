import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';

const HERE = fileURLToPath(new URL('./', import.meta.url));

const PROGRAM = `
import test from 'node:test';
import { memorySendMark } from '@hundi/testkit';
import { checkSendMark } from '@hundi/testkit/kits';

const freshPlace = () => {
  const mark = memorySendMark();
  return () => mark;
};
for (const { sentence, notChecked, run } of checkSendMark({ freshPlace }))
  test(sentence, { skip: notChecked }, run);
`;

test('the test runner of Node runs a kit, and skips what cannot be checked', async (t) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--test-reporter=tap', '--input-type=module', '--eval', PROGRAM],
    { cwd: HERE },
  );

  t.regex(stdout, /^# pass 6$/m);
  t.regex(stdout, /^# fail 0$/m);
  t.regex(stdout, /# SKIP give brokenPlace: /);
});
