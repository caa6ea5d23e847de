import { readFile } from 'node:fs/promises';
import test from 'ava';
import { callHundi } from '../testing/command-line.js';
import { COMMANDS } from './commands.js';

test('without a command it says what there is, and fails', async (t) => {
  const { code, out, err } = await callHundi([]);

  t.is(code, 2);
  t.deepEqual(out, []);
  for (const { name } of COMMANDS) t.true(err.some((line) => line.includes(`  ${name} `)));
});

test('help is no failure, and stands on standard output', async (t) => {
  const { code, out, err } = await callHundi(['--help']);

  t.is(code, 0);
  t.deepEqual(err, []);
  for (const { name } of COMMANDS) t.true(out.some((line) => line.includes(`  ${name} `)));
});

for (const { name, load } of COMMANDS) {
  test(`hundi ${name} --help names each of its options`, async (t) => {
    const { options = {} } = await load();
    const { code, out } = await callHundi([...name.split(' '), '--help']);

    t.is(code, 0);
    for (const option of Object.keys(options))
      t.true(out.some((line) => line.startsWith(`  --${option}`)));
  });

  test(`hundi ${name} refuses an option that it does not know`, async (t) => {
    const { code, err } = await callHundi([...name.split(' '), '--wrong']);

    t.is(code, 2);
    t.regex(err[0] ?? '', /^hundi: Unknown option '--wrong'/);
  });
}

for (const group of ['people', 'keys', 'batch', 'job', 'webhooks', 'journal', 'kek']) {
  test(`hundi ${group} --help lists the commands that begin so, and no others`, async (t) => {
    const { code, out, err } = await callHundi([group, '--help']);
    const own = COMMANDS.filter(({ name }) => name.startsWith(`${group} `));

    t.is(code, 0);
    t.deepEqual(err, []);
    t.true(own.length > 0);
    t.deepEqual(
      COMMANDS.filter(({ name }) => out.some((line) => line.startsWith(`  ${name} `))),
      own,
    );
  });
}

test('a command that there is not is refused with those that there are', async (t) => {
  const { code, err } = await callHundi(['transfer', 'everyone']);

  t.is(code, 2);
  t.regex(err[0] ?? '', /^hundi: no command is called transfer everyone: there are serve, /);
});

for (const [line, near] of [
  [['bacth', 'submit', 'pay.json'], 'batch submit'],
  [['batch', 'sumbit', '--wait'], 'batch submit'],
  [['payout', 'INV-2041'], 'payouts'],
  [['key'], 'keys list, keys create, keys rotate, keys revoke'],
  [['webhok', 'listen'], 'webhooks listen'],
  [['arch'], 'archive'],
] as const) {
  test(`hundi ${line.join(' ')} is refused with what was most likely meant`, async (t) => {
    const { code, err } = await callHundi(line);

    t.is(code, 2);
    t.true(err[0]?.endsWith(`: did you mean ${near}?`), err[0]);
  });
}

test('an option that is misspelt is refused with the one that was most likely meant', async (t) => {
  const { code, err } = await callHundi(['batch', 'submit', 'pay.json', '--dryrun']);

  t.is(code, 2);
  t.is(
    err[0],
    "hundi: Unknown option '--dryrun'; did you mean --dry-run? hundi batch submit --help tells what it takes",
  );
});

test('--version prints the version of the package, and nothing else, behind any command', async (t) => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const printed = [(JSON.parse(manifest) as { version: string }).version];
  for (const words of [[], ['serve'], ['keys', 'list']]) {
    const { code, out, err } = await callHundi([...words, '--version']);
    t.deepEqual([code, out, err], [0, printed, []]);
  }
});

for (const words of [['completion'], ['completion', 'fish']])
  test(`hundi ${words.join(' ')} says which shells there are`, async (t) => {
    t.like(await callHundi(words), { code: 2, err: ['hundi: expected bash or zsh'] });
  });

const PASSWORD = 'hush-hush';

for (const [what, line] of [
  ['an option', ['migrate', '--database-url', `postgres://hundi:${PASSWORD}@127.0.0.1:1/none`]],
  ['one word', ['archive', `--database-url=postgresql://hundi:${PASSWORD}@127.0.0.1:1/none`]],
  ['a query', ['backlog', '--database-url', `postgres://127.0.0.1:1/none?password=${PASSWORD}`]],
  ['no command', ['migrat', `postgres://hundi:${PASSWORD}@127.0.0.1:1/none`]],
] as const) {
  test(`the password of a database in ${what} is refused, and not repeated`, async (t) => {
    const { code, out, err } = await callHundi(line);

    t.is(code, 2);
    t.regex(err.join(), /^hundi: --database-url: leave the password out.*DATABASE_URL/);
    t.false([...out, ...err].join().includes(PASSWORD));
  });
}

test('a key in the place of a command is refused, and not repeated', async (t) => {
  const { code, err } = await callHundi([`pak_1a2b3c4d_${'5'.repeat(48)}`]);

  t.is(code, 2);
  t.regex(err.join(), /^hundi: no argument takes a key/);
  t.false(err.join().includes('5555'));
});
