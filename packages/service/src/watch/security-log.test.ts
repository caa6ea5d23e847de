import { readFile } from 'node:fs/promises';
import { SECURITY_EVENTS, type SecurityEvent } from '@hundi/adapter-koa';
import test from 'ava';
import { kekId } from '@hundi/adapter-node';
import type { Keks } from '../config/config.js';
import { loggerTo } from '../log/logger.js';
import { makeMetrics } from './metrics.js';
import { securityLog } from './security-log.js';

const metrics = makeMetrics();
const text = await metrics.registry.metrics();
const alerts = await readFile(new URL('../../docs/security-alerts.yml', import.meta.url), 'utf8');

type Line = Readonly<Record<string, unknown>>;

const KEK = Buffer.alloc(32, 7);
const EVENT = {
  name: 'key_refused',
  requestId: 'r-1',
  network: '198.51.100.1',
  keyId: 'CANARY-key',
  person: 'CANARY-person',
  tenant: { bankTenantId: 'CANARY-bank', corporateTenantId: 'CANARY-corporate' },
} as unknown as SecurityEvent;

const linesOf = (event: SecurityEvent, ...keks: Keks): ReadonlyArray<Line> => {
  const lines: string[] = [];
  const logger = loggerTo({ write: (line) => lines.push(line) }, 'info');
  securityLog(keks, logger, makeMetrics())(event);
  return lines.map((line) => JSON.parse(line) as Line);
};

const lineOf = (event: SecurityEvent, kek: Uint8Array = KEK): Line => linesOf(event, kek)[0] ?? {};

const HASHES = ['keyHash', 'personHash', 'tenantHash', 'networkHash'] as const;

test('a line has keyed hashes of key, person, tenant and network, and none of the values', (t) => {
  const line = lineOf(EVENT);

  t.is(line['securityEvent'], 'key_refused');
  t.is(line['requestId'], 'r-1');
  for (const name of HASHES) t.regex(String(line[name]), /^[0-9a-f]{32}$/);
  t.is(new Set(HASHES.map((name) => line[name])).size, HASHES.length);
  t.notRegex(JSON.stringify(line), /CANARY|198\.51/);
});

test('the same value has the same hash under one KEK, and another one under another', (t) => {
  const other = lineOf(EVENT, Buffer.alloc(32, 8));
  const again = lineOf({ ...EVENT, requestId: 'r-2' });

  for (const name of HASHES) {
    t.is(again[name], lineOf(EVENT)[name]);
    t.not(other[name], lineOf(EVENT)[name]);
  }
});

test('a line names the KEK of its hashes, and a further line has those of each other KEK, so a rotation loses nobody', (t) => {
  const next = Buffer.alloc(32, 8);
  const [line, further, ...more] = linesOf(EVENT, next, KEK);

  t.deepEqual([line?.['kekId'], further?.['kekId']], [kekId(next), kekId(KEK)]);
  for (const name of HASHES) {
    t.is(further?.[name], lineOf(EVENT)[name]);
    t.is(line?.[name], lineOf(EVENT, next)[name]);
  }
  t.is(further?.['requestId'], 'r-1');
  t.false('securityEvent' in (further ?? {}));
  t.deepEqual(more, []);
});

test('an unknown value has no hash', (t) => {
  const { name, requestId, network } = EVENT;
  const line = lineOf({ name, requestId, network });

  t.deepEqual(
    HASHES.filter((hash) => hash in line),
    ['networkHash'],
  );
});

for (const event of SECURITY_EVENTS) {
  test(`${event} has a counter from the start, and an alert`, (t) => {
    const series = `hundi_security_events_total{event="${event}"}`;

    t.true(text.includes(`${series} 0`));
    t.regex(alerts, new RegExp(`expr: .*event="${event}"`));
  });
}

test('every alert is about an event that there is', (t) => {
  const named = [...alerts.matchAll(/event="(\w+)"/g)].map(([, name]) => name ?? '');

  t.deepEqual(named.toSorted(), [...SECURITY_EVENTS].sort());
});
