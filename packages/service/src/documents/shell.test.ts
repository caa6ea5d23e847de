import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs, promisify } from 'node:util';
import test from 'ava';
import { parseConfigOf } from '../cli/command/command.js';
import { COMMANDS } from '../cli/commands.js';
import { SETTINGS } from '../config/settings.js';
import { authorize } from '../testing/checkout.js';
import { emptyDataDir, runService } from '../testing/running-service.js';
import { blockIn, everyBlock, type Block } from './blocks.test.support.js';
import { REFUSED, shellIn } from '../testing/shell.js';

const ROOT = new URL('../../../../', import.meta.url);

const blocks = (await everyBlock()).filter(({ language }) => language === 'sh');
const blockOf = (name: string): Block => blockIn(blocks, name);

const { scripts } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The programs that a line may begin with, besides names that it gives values to. */
const PROGRAMS = /^(?:npm|npx|hundi|docker|psql|sqlite3|curl|node|zcat|export|echo|sleep|post\b)/;

/** npm's scripts that are a command of `hundi`. */
const COMMAND_OF: Readonly<Record<string, string>> = {
  archive: 'archive',
  'journal:verify': 'journal verify',
  'kek:rotate': 'kek rotate',
};

/** What is wrong with words behind a command of `hundi`. */
const faultOf = async (name: string, words: ReadonlyArray<string>): Promise<string | undefined> => {
  const listed = COMMANDS.find((one) => one.name === name);
  if (listed === undefined) return `no command is called ${name}`;
  const command = await listed.load();
  try {
    const { positionals } = parseArgs({
      args: [...words],
      options: parseConfigOf(command),
      allowPositionals: true,
    });
    return positionals.length > (command.wordsMax ?? 0) ? `too many words: ${name}` : undefined;
  } catch (error) {
    return `${name}: ${String(error)}`;
  }
};

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[|;&>#]/, 1)[0]
    ?.split(/\s+/)
    .filter((word) => word !== '') ?? [];

/** What is wrong with a line: a script, a command or a setting that there is not. */
const faultsOfLine = async (line: string): Promise<ReadonlyArray<string>> => {
  const faults: Array<string | undefined> = [];
  for (const [, script = '', rest = ''] of line.matchAll(/\bnpm run ([\w:-]+)([^&|]*)/g)) {
    if (!Object.hasOwn(scripts, script)) faults.push(`no npm script is called ${script}`);
    const command = COMMAND_OF[script];
    const [, words] = rest.split(' -- ');
    if (command !== undefined && words !== undefined)
      faults.push(await faultOf(command, wordsOf(words)));
  }
  const [, called] = /^(?:npm run hundi --silent -- |hundi )(.*)$/.exec(line) ?? [];
  if (called !== undefined) {
    const name = COMMANDS.map((one) => one.name).find((one) => `${called} `.startsWith(`${one} `));
    faults.push(
      name === undefined
        ? `no command is called so: ${line}`
        : await faultOf(name, wordsOf(called.slice(name.length))),
    );
  }
  const [, setting] = /^([A-Z_]+)=\S+ (?:npm|hundi) /.exec(line) ?? [];
  if (setting !== undefined && !Object.hasOwn(SETTINGS, setting))
    faults.push(`there is no setting ${setting}`);
  if (!PROGRAMS.test(line) && !/^[A-Z_]+=/.test(line)) faults.push(`what does this do: ${line}`);
  return faults.filter((fault) => fault !== undefined);
};

/** The lines that a shell reads: one that goes on, and a text over several lines, are one. */
const joined = (code: string): string =>
  code.replace(/\\\n\s*/g, ' ').replace(/"[^"]*\n[^"]*"/g, '""');

for (const { name, code } of blocks) {
  test(`${name} calls commands, options, scripts and settings that there are`, async (t) => {
    const lines = joined(code).split('\n');
    const faults = await Promise.all(
      lines
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .map(faultsOfLine),
    );
    t.deepEqual(faults.flat(), []);
  });
}

test('a reader of try-it pays, stops a payout, and lets a person authorize one', async (t) => {
  t.timeout(600_000);
  const service = await runService(await emptyDataDir());
  t.teardown(() => service.end('SIGKILL'));
  const shell = await shellIn(t, service);
  const read = async (number: number): Promise<string> => {
    const printed = await shell(blockOf(`docs/try-it.md sh ${String(number)}`).code);
    t.notRegex(printed, REFUSED, String(number));
    return printed;
  };

  t.regex(await read(2), /Sharma Steel/);
  t.regex(await read(3), /"jobId"/);
  t.regex(await read(4), /"status":"paid"\n$/);
  t.regex(await read(5), /"status":"cancelled"/);
  t.regex(await read(6), /\/payout\//);
  const opened = JSON.parse(await shell('echo "$SESSION"')) as Parameters<typeof authorize>[1];
  t.is((await authorize(service, opened)).checkout.status, 'submitted');
  t.regex(await read(7), /₹25,000\.00/);
  await read(8);
  t.regex(await read(9), /"status":"paid"\n$/);
  t.regex(await read(10), /"items":\[/);
  t.regex(await read(11), /\/pay\/cs_/);
  t.regex(await read(13), /"status":"open"/);
  t.notRegex(await shell(blockOf('docs/sandbox.md sh 1').code), REFUSED);
  // The twelfth is the shop, which listens until its reader stops it: take-cards.md runs verifyReturn. The last three
  // need a browser: passkey-walk.full.test.ts.
  t.is(blocks.filter(({ document }) => document === 'docs/try-it.md').length, 16);
});

test('a reader of the guide to files goes from an empty folder to a paid batch, a return and a matched statement', async (t) => {
  t.timeout(600_000);
  const service = await runService(await emptyDataDir(), { BANK_RAIL: 'iso20022-folder' });
  t.teardown(() => service.end('SIGKILL'));
  const shell = await shellIn(t, service);
  const read = (number: number): Promise<string> =>
    shell(blockOf(`docs/iso20022.md sh ${String(number)}`).code);

  await read(2);
  const answered = await read(3);
  t.regex(answered, /pain\.001\.001\.09/);
  t.regex(answered, /camt\.054/);
  t.regex(answered, /"status":"paid"\n$/);
  t.regex(await read(4), /"status":"failed"\n$/);
  const stated = await read(5);
  t.regex(stated, /camt\.053\.001\.08/);
  const entries = stated.match(/<Ntry><Amt Ccy="INR">[0-9.]+<\/Amt><CdtDbtInd>\w+/g) ?? [];
  t.deepEqual(entries.map((entry) => entry.replace(/(<[^>]*>)+/g, ' ').trim()).sort(), [
    '13.00 CRDT',
    '13.00 DBIT',
    '2500.00 DBIT',
  ]);
  t.regex(stated, /Z taken \S+-4-camt\.053-/);
  t.regex(stated, /Z fetched M\w{32}\.xml: 2 orders, ₹2,513\.00/);
  t.regex(stated, /\nno incident\n$/);
});

test('the command that makes a key prints its two members and keeps the key off stdout', async (t) => {
  const { stdout, stderr } = await promisify(execFile)('bash', [
    '-c',
    blockOf('docs/security.md sh 1').code,
  ]);
  const { keyId, keyDigest } = JSON.parse(stdout) as Readonly<Record<string, string>>;

  t.regex(stderr.trim(), new RegExp(`^pak_${String(keyId)}_[0-9a-f]{48}$`));
  t.regex(keyDigest ?? '', /^[0-9a-f]{64}$/);
});
