import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { callHundi } from '../../testing/command-line.js';

const { out: script } = await callHundi(['completion', 'bash']);

/** What bash offers for the last of these words. */
const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const line = ['hundi', ...words];
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    `${script.join('\n')}\nCOMP_WORDS=("$@"); COMP_CWORD=${String(words.length)}; _hundi; echo "\${COMPREPLY[*]}"`,
    'bash',
    ...line,
  ]);
  return stdout.trim().split(' ');
};

test('bash completes commands, their second words and their options', async (t) => {
  t.deepEqual(await offered('ba'), ['backlog', 'batch']);
  t.deepEqual(await offered('keys', ''), ['list', 'create', 'rotate', 'revoke']);
  t.deepEqual(await offered('batch', 'submit', '--ex'), ['--expect-total', '--expect-count']);
  t.deepEqual(await offered('batch', 'submit', 'pay.csv', '--w'), ['--wait']);
  t.deepEqual(await offered('completion', 'z'), ['zsh']);
  t.deepEqual(await offered('--v'), ['--version']);
  t.deepEqual(await offered('batch', 'submit', 'pay'), ['']);
});

test('zsh completes by the same script, which it is told how to read', async (t) => {
  const { out } = await callHundi(['completion', 'zsh']);

  t.deepEqual(out.slice(2), script);
  t.regex(out[1] ?? '', /bashcompinit$/);
});
