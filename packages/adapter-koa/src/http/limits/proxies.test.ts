import test from 'ava';
import type { IncomingMessage } from 'node:http';
import { proxiesOf, type TrustedProxies } from './proxies.js';

const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const NETWORKS = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48'];

interface Case {
  readonly what: string;
  readonly trusted: TrustedProxies;
  readonly socket: string;
  readonly forwarded: string;
  readonly address: string;
}

const CASES: ReadonlyArray<Case> = [
  {
    what: 'nobody is believed by default',
    trusted: [],
    socket: '10.0.0.1',
    forwarded: '198.51.100.1',
    address: '10.0.0.1',
  },
  {
    what: 'a peer that is no proxy is not believed',
    trusted: NETWORKS,
    socket: '203.0.113.9',
    forwarded: '10.0.0.2',
    address: '203.0.113.9',
  },
  {
    what: 'a proxy is believed',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '198.51.100.1',
    address: '198.51.100.1',
  },
  {
    what: 'what a client wrote to the left of its own address is not believed',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '1.1.1.1, 198.51.100.1',
    address: '198.51.100.1',
  },
  {
    what: 'proxies behind each other are all passed over',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '1.1.1.1,198.51.100.1,192.0.2.7 , 10.9.9.9',
    address: '198.51.100.1',
  },
  {
    what: 'a request of a trusted proxy itself is its own',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '',
    address: '10.0.0.1',
  },
  {
    what: 'where all are proxies the outermost is who asks',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '10.1.1.1, 10.2.2.2',
    address: '10.1.1.1',
  },
  {
    what: 'what is no address ends what is known',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '198.51.100.1, unknown',
    address: '10.0.0.1',
  },
  {
    what: 'IPv4 inside IPv6 is the proxy that it is',
    trusted: NETWORKS,
    socket: '::ffff:10.0.0.1',
    forwarded: '2a00::1',
    address: '2a00::1',
  },
  {
    what: 'ports and brackets are left out',
    trusted: NETWORKS,
    socket: '2001:db8:1::5',
    forwarded: '[2a00::1]:4711',
    address: '2a00::1',
  },
  {
    what: 'the port of IPv4 is left out',
    trusted: NETWORKS,
    socket: '10.0.0.1',
    forwarded: '198.51.100.1:80',
    address: '198.51.100.1',
  },
  {
    what: 'a link-local peer with its interface is no proxy by chance',
    trusted: NETWORKS,
    socket: 'fe80::1%eth0',
    forwarded: '1.1.1.1',
    address: 'fe80::1%eth0',
  },
  {
    what: 'one hop is the last address of the row',
    trusted: 1,
    socket: '203.0.113.1',
    forwarded: '1.1.1.1, 198.51.100.1',
    address: '198.51.100.1',
  },
  {
    what: 'two hops are the last but one',
    trusted: 2,
    socket: '203.0.113.1',
    forwarded: '1.1.1.1, 198.51.100.1',
    address: '1.1.1.1',
  },
  {
    what: 'fewer addresses than hops leave the outermost one that is known',
    trusted: 3,
    socket: '203.0.113.1',
    forwarded: '198.51.100.1',
    address: '198.51.100.1',
  },
  {
    what: 'no hops is nobody',
    trusted: 0,
    socket: '203.0.113.1',
    forwarded: '198.51.100.1',
    address: '203.0.113.1',
  },
];

for (const { what, trusted, socket, forwarded, address } of CASES) {
  test(what, (t) => {
    const request = from(socket, { 'x-forwarded-for': forwarded });

    t.is(proxiesOf(trusted).addressOf(request), address);
  });
}

for (const [what, forwarded, protocols, protocol] of [
  ['the protocol that a trusted proxy names is believed', '198.51.100.1', 'HTTPS', 'https'],
  ['a proxy that names none leaves it open', '198.51.100.1', '', undefined],
  [
    'of several the one that the outermost trusted proxy wrote counts',
    '198.51.100.1, 10.2.2.2',
    'https, http, http',
    'http',
  ],
] as const) {
  test(what, (t) => {
    const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': protocols };

    t.is(proxiesOf(NETWORKS).protocolOf(from('10.0.0.1', headers)), protocol);
  });
}

test('the protocol that anybody else names is not believed', (t) => {
  t.is(
    proxiesOf(NETWORKS).protocolOf(from('203.0.113.1', { 'x-forwarded-proto': 'https' })),
    undefined,
  );
});

for (const wrong of [
  '',
  'localhost',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/08',
  '::1/129',
  // A network of everybody would believe every client.
  '0.0.0.0/0',
  '::/0',
  'fe80::1%eth0',
  '10.0.0',
]) {
  test(`${JSON.stringify(wrong)} is refused as a proxy`, (t) => {
    t.throws(() => proxiesOf([wrong]), { instanceOf: RangeError, message: /trusted proxy/ });
  });
}

for (const wrong of [-1, 1.5, 33, Number.NaN]) {
  test(`${String(wrong)} is refused as a number of proxies`, (t) => {
    t.throws(() => proxiesOf(wrong), { instanceOf: RangeError });
  });
}
