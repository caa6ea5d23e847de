import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import test from 'ava';
import { callHundi } from '../../testing/command-line.js';
import { mailsTo } from '../../testing/people.js';
import { emptyDataDir, runService, type RunningService } from '../../testing/running-service.js';

const [ADMIN, MAKER] = ['admin@acme.example', 'maker@acme.example'];

let service: RunningService;

test.before(async () => {
  service = await runService(await emptyDataDir());
});
test.after.always(() => service.end('SIGTERM'));

const newestCode = async (email: string): Promise<string> => {
  const [mail] = await mailsTo(service, email);
  return /\b(?:\d{18}|\d{6})\b/.exec(mail?.text ?? '')?.[0] ?? '';
};

/** Standard input of a person who reads their mail when they are asked for the code. */
async function* linesOf(email: string) {
  yield `${await newestCode(email)}\n`;
}

const keys = (words: ReadonlyArray<string>, input = Readable.from(linesOf(ADMIN))) =>
  callHundi(['keys', ...words], { env: { HUNDI_URL: service.url, HUNDI_EMAIL: ADMIN }, input });

const documentIn = (lines: ReadonlyArray<string>) =>
  JSON.parse(lines[0] ?? 'null') as Readonly<Record<string, unknown>>;

const statusWith = async (key: string) =>
  (await fetch(`${service.url}/v1/partner/packages`, { headers: { 'x-api-key': key } })).status;

// One code at a time: a mailbox with unused codes gets longer ones.
test.serial('a person lists the keys of the corporate, and no text of them', async (t) => {
  const { code, out, err } = await keys(['list']);
  const json = await keys(['list', '--json']);

  t.is(code, 0);
  t.regex(out[0] ?? '', /^kind +key id +name +scopes/);
  t.true(out.some((line) => /^partner +\w+ +erp +payments/.test(line)));
  t.true(out.some((line) => /^secret +\w+ +shop/.test(line)));
  t.deepEqual(err, ['The code that was mailed to you:']);
  t.like(documentIn(json.out), { kind: 'partner', name: 'erp', scopes: ['payments'] });
  t.false([...out, ...json.out].join().includes(service.key));
});

test.serial('a new key stands alone on standard output, and opens the service', async (t) => {
  const { code, out, err } = await keys(['create', 'tills', '--scopes', 'payments']);

  t.is(code, 0);
  t.is(out.length, 1);
  t.is(await statusWith(out[0] ?? ''), 200);
  t.true(err.some((line) => /^partner key \w+ \(tills\), until .* shown this once$/.test(line)));
});

test.serial('a key goes to a file that its owner alone may read, and is not printed', async (t) => {
  const file = join(await emptyDataDir(), 'erp.key');
  const { code, out } = await keys([
    'create',
    'filed',
    '--scopes',
    'packages:read',
    '--life-days',
    '30',
    '--out',
    file,
    '--json',
  ]);
  const key = (await readFile(file, 'utf8')).trim();

  t.is(code, 0);
  t.like(documentIn(out), { kind: 'partner', keyFile: file, key: undefined });
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.is(await statusWith(key), 200);
});

test.serial('a key is rotated and revoked, of either kind', async (t) => {
  const made = documentIn((await keys(['create', 'till', '--kind', 'secret', '--json'])).out);
  const keyId = String(made['keyId']);
  const rotated = await keys(['rotate', keyId, '--kind', 'secret', '--json']);
  const next = documentIn(rotated.out);
  const revoked = await keys(['revoke', keyId, '--kind', 'secret']);

  t.regex(String(next['key']), /^sk_/);
  t.not(next['keyId'], keyId);
  t.deepEqual(revoked.out, [`secret key ${keyId} (till) is revoked`]);
});

test.serial('a revoked partner key opens nothing more', async (t) => {
  const made = documentIn((await keys(['create', 'brief', '--scopes', 'payments', '--json'])).out);
  t.is(await statusWith(String(made['key'])), 200);
  t.like(await keys(['revoke', String(made['keyId'])]), { code: 0 });
  t.is(await statusWith(String(made['key'])), 401);
});

test.serial('the address is asked for too, and a wrong code is asked for again', async (t) => {
  const input = new PassThrough();
  const answers = [async () => ADMIN, async () => '000000', async () => newestCode(ADMIN)];
  const err: string[] = [];
  const { code } = await callHundi(['keys', 'list'], {
    env: { HUNDI_URL: service.url },
    input,
    err: (line) => {
      err.push(line);
      if (line.endsWith(':'))
        void answers
          .shift()?.()
          .then((text) => input.write(`${text}\n`));
    },
  });

  t.is(code, 0);
  t.is(err[0], 'Your mail address:');
  t.is(err.filter((line) => line === 'The code that was mailed to you:').length, 2);
  t.true(err.some((line) => line.includes('The code is wrong.')));
});

test.serial('the session ends with the command', async (t) => {
  await keys(['list']);
  const challenge = await service.post('/portal/v1/login', { email: ADMIN });
  const { challengeId } = JSON.parse(challenge.text) as { challengeId: string };
  const code = await newestCode(ADMIN);
  const { text } = await service.post(`/portal/v1/login/${challengeId}`, { code });
  const { token } = JSON.parse(text) as { token: string };
  const sessions = await fetch(`${service.url}/portal/v1/sessions`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = (await sessions.json()) as { items: ReadonlyArray<unknown> };

  t.is(items.length, 1);
});

test.serial('a person who may not edit settings is refused, and no file is left', async (t) => {
  const file = join(await emptyDataDir(), 'erp.key');
  const words = ['create', 'erp2', '--scopes', 'payments', '--email', MAKER, '--out', file];
  const { code, err } = await keys(words, Readable.from(linesOf(MAKER)));

  t.is(code, 1);
  t.regex(err.at(-1) ?? '', /answered 403/);
  await t.throwsAsync(stat(file), { code: 'ENOENT' });
});

test.serial('standard input that ends before the code ends the command', async (t) => {
  const { code, err } = await keys(['list'], Readable.from([]));

  t.is(code, 1);
  t.regex(err.at(-1) ?? '', /standard input ended/);
});

test('a file that exists is never overwritten, and no one logs in for it', async (t) => {
  const file = join(await emptyDataDir(), 'erp.key');
  await writeFile(file, 'mine');
  const { code, err } = await keys(['create', 'x', '--scopes', 'payments', '--out', file]);

  t.is(code, 2);
  t.regex(err[0] ?? '', /exists already/);
  t.is(await readFile(file, 'utf8'), 'mine');
});

for (const [what, words, found] of [
  ['no name', ['create', '--scopes', 'payments'], /NAME: must be given/],
  ['no scopes', ['create', 'x'], /--scopes: is required/],
  ['a scope that there is not', ['create', 'x', '--scopes', 'all'], /--scopes: expected/],
  ['a life of no days', ['create', 'x', '--scopes', 'payments', '--life-days', '0'], /--life-days/],
  ['scopes of a secret key', ['create', 'x', '--kind', 'secret', '--scopes', 'a'], /has none/],
  ['another kind', ['create', 'x', '--kind', 'card'], /--kind: expected partner or secret/],
  ['nothing to rotate', ['rotate'], /KEY_ID: must be given/],
  ['nothing to revoke', ['revoke'], /KEY_ID: must be given/],
] as const) {
  test(`a call with ${what} is misuse, and no one logs in for it`, async (t) => {
    const { code, err } = await keys(words);

    t.is(code, 2);
    t.regex(err[0] ?? '', found);
  });
}
