import { readFile } from 'node:fs/promises';
import test from 'ava';
import type { LogFields } from './log-fields.js';
import { loggerTo, type LogEvent } from './logger.js';

const lines = () => {
  const written: string[] = [];
  const logger = loggerTo({ write: (line) => written.push(line) }, 'debug');
  return {
    logger,
    last: () => JSON.parse(written.at(-1) ?? '{}') as Readonly<Record<string, unknown>>,
  };
};

test('a line has its event, the fields of the list, and who wrote it when', (t) => {
  const { logger, last } = lines();
  const fields = { requestId: 'r-1', route: '/v1/partner/payments/jobs/{jobId}', status: 200 };
  logger.info('request', fields);
  const { time, pid, hostname, ...line } = last();

  t.deepEqual(line, { level: 30, msg: 'request', ...fields });
  t.deepEqual([typeof time, typeof pid, typeof hostname], ['number', 'number', 'string']);
});

test('a field that is not on the list is dropped', (t) => {
  const { logger, last } = lines();
  logger.info('request', { status: 200, accountNumber: '50200011112222' } as LogFields);

  t.is(last()['status'], 200);
  t.false('accountNumber' in last());
});

for (const [field, value] of [
  ['requestId', 'two words'],
  ['requestId', 'r-1\n{"level":60,"msg":"forged"}'],
  ['requestId', { accountNumber: '50200011112222' }],
  ['traceId', '50200011112222'],
  ['method', 'get 50200011112222'],
  ['route', '/payees?search=Sharma'],
  ['status', '50200011112222'],
  ['durationMs', Number.NaN],
  ['duty', 'Sharma Steel'],
  ['bankFile', 'statement-50200011112222.xml'],
  ['bankFile', '../passwd'],
  ['fault', 'account 50200011112222'],
  ['place', '/Document/Ntry[50200011112222]'],
  ['mismatches', ['no account 50200011112222']],
  ['call', 'pay'],
  ['url', 'http://user:secret@127.0.0.1/'],
  ['signal', 'Sharma'],
] as const) {
  test(`a ${field} that does not look like one is dropped: ${JSON.stringify(value)}`, (t) => {
    const { logger, last } = lines();
    logger.info('request', { [field]: value });

    t.is(last()['msg'], 'request');
    t.false(field in last());
  });
}

test('every field that a line may have is on the list that people read, and no other', async (t) => {
  const text = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  const [, fields = ''] =
    /const FIELDS = \{\n(.*?)\n\} as const/s.exec(await text('../../src/log/log-fields.ts')) ?? [];
  const [, listed = ''] =
    /following fields, those with a value: ([^.]*)\./.exec(
      await text('../../../../docs/operating.md'),
    ) ?? [];
  const names = [...fields.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name ?? '');

  t.true(names.length > 20);
  t.deepEqual([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '').sort(), names.sort());
});

test('a text that is no event is dropped', (t) => {
  const { logger, last } = lines();
  logger.info('paid 50200011112222' as LogEvent);

  t.is(last()['msg'], 'unnamed');
});
