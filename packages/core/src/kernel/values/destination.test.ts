import test from 'ava';
import fc from 'fast-check';
import { isDestinationHost, isRegistered, readDestination, withParameters } from './destination.js';

const REGISTERED = ['shop.example', 'pay.shop.example:8443', '127.0.0.1', '[::1]'];

const leads = (url: string, loopback = false): boolean => {
  const destination = readDestination(url);
  return destination !== undefined && isRegistered(destination, REGISTERED, { loopback });
};

const GOOD = [
  'https://shop.example',
  'https://shop.example/',
  'https://shop.example/thanks?order=1&x=%2F#done',
  'https://SHOP.example/Thanks',
  'HTTPS://Shop.Example/Thanks',
  'https://shop.example:443/',
  'https://shop.example?order=1',
  'https://shop.example/a@b',
  'https://pay.shop.example:8443/done',
];

for (const url of GOOD) test(`a customer may be sent to ${url}`, (t) => t.true(leads(url)));

const TRICKS = [
  '',
  'shop.example',
  '/thanks',
  '//shop.example/',
  '///shop.example/',
  'https:shop.example',
  'https:/shop.example',
  'https:///shop.example',
  'https://',
  'http://shop.example/',
  'http://shop.example:443/',
  'javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,hello',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://shop.example/',
  'ws://shop.example/',
  'blob:https://shop.example/1',
  'view-source:https://shop.example/',
  'https://evil.example/',
  'https://shop.example.evil.example/',
  'https://evilshop.example/',
  'https://www.shop.example/',
  'https://shop.example./',
  'https://.shop.example/',
  'https://shop..example/',
  'https://shop.example:8443/',
  'https://shop.example:80/',
  'https://shop.example:0/',
  'https://shop.example:65536/',
  'https://shop.example:99999/',
  'https://shop.example:/',
  'https://shop.example:443x/',
  'https://pay.shop.example/',
  'https://pay.shop.example:443/',
  'https://user@shop.example/',
  'https://user:pass@shop.example/',
  'https://shop.example@evil.example/',
  'https://shop.example:443@evil.example/',
  'https://evil.example\\@shop.example/',
  'https://shop.example\\@evil.example/',
  'https:\\\\shop.example/',
  'https://evil.example\\.shop.example/',
  'https://evil.example#@shop.example/',
  'https://evil.example?@shop.example/',
  'https://evil.example/shop.example',
  'https://shop.example%2eevil.example/',
  'https://shop%2eexample/',
  'https://shop.example%00.evil.example/',
  'https://shop.example%23.evil.example/',
  'https://shop.example\u0000/',
  'https://shop.example/\u0000',
  'https://shop.example/\r\nLocation: https://evil.example',
  'https://shop.example/a b',
  'https://shop.example/\t',
  '\thttps://shop.example/',
  ' https://shop.example/',
  'https://shop.example/ ',
  'ht\ttps://shop.example/',
  'https://shop.ex\nample/',
  'https://shop.example/"onload=',
  'https://shop.example/<script>',
  'https://shop。example/',
  'https://ѕhop.example/',
  'https://shop.examp\u200ble/',
  'https://shop.example\uff0fevil.example/',
  'https://shop.example/thänks',
  'https://xn--shop-.example/',
  'https://0x7f.0.0.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1.evil.example/',
  'http://127.0.0.1/',
  'https://127.0.0.1:8080/',
  'https://[::ffff:127.0.0.1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'http://[::1]/',
  'https://localhost/',
  'https://169.254.169.254/',
  `https://shop.example/${'a'.repeat(2_000)}`,
];

for (const url of TRICKS) {
  test(`a customer is not sent to ${JSON.stringify(url.slice(0, 60))}`, (t) => t.false(leads(url)));
}

test('in a sandbox a registered loopback host has any scheme and port, and no other host has', (t) => {
  t.true(leads('http://127.0.0.1:4000/done', true));
  t.true(leads('http://[::1]:4000/done', true));
  t.false(leads('http://localhost:4000/done', true));
  t.false(leads('http://shop.example/', true));
  t.false(leads('https://shop.example:4000/', true));
  t.false(leads('http://user@127.0.0.1:4000/', true));
});

test('every accepted address means the same host to a browser', (t) => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'https:', '//', 'https:\\\\'),
        fc.string({
          unit: fc.constantFrom(...Array.from('shop.example@:/\\#?%2e[]\t\n')),
          maxLength: 40,
        }),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (url) => {
      const read = readDestination(url);
      if (read === undefined) return true;
      const seen = new URL(url);
      return (
        seen.hostname === read.host &&
        seen.username === '' &&
        seen.password === '' &&
        seen.protocol === (read.isSecure ? 'https:' : 'http:') &&
        (seen.port === '' || Number(seen.port) === read.port)
      );
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

for (const host of [
  'shop.example',
  'Shop.EXAMPLE',
  'a',
  'shop.example:8443',
  '127.0.0.1',
  '[::1]',
  'localhost',
]) {
  test(`the host ${host} may be registered`, (t) => t.true(isDestinationHost(host)));
}

for (const host of [
  '',
  'https://shop.example',
  'shop.example/',
  '*.shop.example',
  'shop.example:',
  'shop.example:0',
  'shop.example:65536',
  'user@shop.example',
  '127.1',
  '-shop.example',
  'shöp.example',
  'shop.example.',
  'a'.repeat(64),
]) {
  test(`${JSON.stringify(host.slice(0, 30))} may not be registered`, (t) =>
    t.false(isDestinationHost(host)));
}

test('parameters go after those that the address has, and before its fragment', (t) => {
  const more = [
    ['a', '1'],
    ['b', '2'],
  ] as const;

  t.is(withParameters('https://shop.example', more), 'https://shop.example?a=1&b=2');
  t.is(
    withParameters('https://shop.example/x?y=1#z', more),
    'https://shop.example/x?y=1&a=1&b=2#z',
  );
  t.is(
    withParameters('https://shop.example', [['a', 'b/c&d=e#f %']]),
    'https://shop.example?a=b%2Fc%26d%3De%23f%20%25',
  );
});
