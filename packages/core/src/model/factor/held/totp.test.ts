import test from 'ava';
import { stepOfCode, totpCode, totpStep, totpUri } from './totp.js';

const SECRET = new TextEncoder().encode('12345678901234567890');
const STEP = 30_000;
const NOW = 1_111_111_109_000;

test('codes are those of RFC 6238, appendix B, as far as six digits show', (t) => {
  const codes = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000];
  t.deepEqual(
    codes.map((seconds) => totpCode(SECRET, totpStep(seconds * 1_000))),
    ['287082', '081804', '050471', '005924', '279037', '353130'],
  );
});

test('a code opens in its half minute and in the next one, never before it and never later', (t) => {
  const step = totpStep(NOW);
  const code = totpCode(SECRET, step);
  const at = (steps: number) => stepOfCode(SECRET, code, (step + steps) * STEP);
  t.deepEqual([-1, 0, 1, 2].map(at), [undefined, step, step, undefined]);
});

test('a code that was used, and one that is older, opens no more', (t) => {
  const step = totpStep(NOW);
  const [before, now] = [totpCode(SECRET, step - 1), totpCode(SECRET, step)];
  t.is(stepOfCode(SECRET, before, NOW, step - 2), step - 1);
  t.is(stepOfCode(SECRET, before, NOW, step - 1), undefined);
  t.is(stepOfCode(SECRET, before, NOW, step), undefined);
  t.is(stepOfCode(SECRET, now, NOW, step - 1), step);
  t.is(stepOfCode(SECRET, now, NOW, step), undefined);
});

test('an app reads issuer, account and secret from the address, whatever their names hold', (t) => {
  const read = new URL(totpUri(SECRET, 'Acme & Co: ₹', 'maker@acme.example'));
  t.is(read.protocol, 'otpauth:');
  t.is(decodeURIComponent(read.pathname), '/Acme & Co: ₹:maker@acme.example');
  t.deepEqual(Object.fromEntries(read.searchParams), {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Acme & Co: ₹',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
