import test from 'ava';
import { peerOf } from './peer.js';

for (const [ip, peer] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::'],
  ['2001:db8::6', '2001:db8:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['::1', '0:0:0:0::'],
  ['::', '0:0:0:0::'],
  ['', ''],
] as const) {
  test(`${ip === '' ? 'no address' : ip} is counted as ${peer === '' ? 'such' : peer}`, (t) => {
    t.is(peerOf(ip), peer);
  });
}
