import test from 'ava';
import { encode } from 'uqr';
import { qrCodeOf } from './qr-code.js';

const URI =
  'otpauth://totp/Demo%20Bank%3Achecker%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Demo%20Bank&algorithm=SHA1&digits=6&period=30';

/** The dark squares of a path, as `x,y`. */
const darkIn = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)].flatMap(([, x, y, run]) =>
    Array.from({ length: Number(run) }, (_, n) => `${String(Number(x) + n)},${String(y)}`),
  );

test('the picture is dark where the code is, and nowhere else', async (t) => {
  const code = await qrCodeOf(URI);
  const { data } = encode(URI, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${String(x)},${String(y)}`] : [])),
  );
  t.deepEqual(darkIn(code?.path ?? ''), dark);
  t.is(code?.size, data.length);
});

test('the code begins with its corner after a margin of four squares', async (t) => {
  const dark = new Set(darkIn((await qrCodeOf(URI))?.path ?? ''));
  const row = (y: number) =>
    Array.from({ length: 9 }, (_, x) => dark.has(`${String(x + 3)},${String(y)}`));
  t.deepEqual(
    row(4)
      .map((isDark) => (isDark ? '#' : '.'))
      .join(''),
    '.#######.',
  );
  t.true(row(3).every((isDark) => !isDark));
});

test('a text that is too long has no code', async (t) => {
  t.is(await qrCodeOf(`otpauth://totp/${'x'.repeat(5_000)}`), undefined);
  t.is(await qrCodeOf(`otpauth://totp/${'\u{1f4b0}'.repeat(290)}`), undefined);
});
