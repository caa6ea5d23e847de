import test from 'ava';
import { addressRule } from './address-rule.js';
import { NOT_PUBLIC, PUBLIC } from './addresses.test.data.js';
import { checkUrl } from './check-url.js';

const strict = addressRule(false);
const sandbox = addressRule(true);

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);

for (const url of [
  'https://hooks.example.com',
  'https://hooks.example.com/path?query=1',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:8443/',
  'https://HOOKS.example.com./',
  'https://bücher.example/',
]) {
  test(`the text of ${url} is allowed as a webhook address`, (t) => {
    t.is(checkUrl(url, strict), undefined);
    t.is(checkUrl(url, sandbox), undefined);
  });
}

for (const url of [
  '',
  'hooks',
  '/hooks',
  '//hooks.example.com',
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://hooks.example.com/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:password@hooks.example.com/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:6379/',
  'https://hooks.example.com:99999/',
  'https://intranet/',
  'https://host name.example/',
  ' https://hooks.example.com/',
  'https://hooks.example.com/\u0000',
  'https://hooks.example.com/\ud800',
  'https://hooks.example.com/a\r\nb',
  'https://hooks.example.com/c d',
  `https://hooks.example.com/${'x'.repeat(2_048)}`,
]) {
  test(`no webhook may be sent to "${url.slice(0, 60)}", not even in the sandbox`, (t) => {
    t.not(checkUrl(url, strict), undefined);
    t.not(checkUrl(url, sandbox), undefined);
  });
}

for (const url of [
  'http://localhost/',
  'http://localhost:4000/hooks',
  'https://localhost./',
  'http://receiver.localhost:4000/',
  'http://127.0.0.1:4000/hooks',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://[::1]:4000/',
  'https://127.0.0.1/',
]) {
  test(`${url} is allowed in the sandbox only`, (t) => {
    t.not(checkUrl(url, strict), undefined);
    t.is(checkUrl(url, sandbox), undefined);
  });
}

test('no address in place of a name passes at registration, public or not', (t) => {
  const all = [...PUBLIC, ...NOT_PUBLIC.flatMap(([, addresses]) => addresses)];
  const written = all.map((address) => `https://${inUrl(address)}/`);

  for (const url of written.filter((one) => URL.canParse(one) && !one.includes('example.com')))
    t.not(checkUrl(url, strict), undefined, url);
});

for (const url of [
  'https://0177.0.0.1/',
  'https://0xa9fea9fe/',
  'https://10.1/',
  'https://①.0.0.1/',
]) {
  test(`${url} is accepted as a link`, (t) => {
    t.is(checkUrl(url, strict), 'expected a host name, not an address');
  });
}
