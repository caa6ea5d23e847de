import test from 'ava';
import { isLoopback } from './loopback.js';

test('this machine is itself by any of its addresses', (t) => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    t.true(isLoopback(address), address);
  }
});

test('no other address is this machine', (t) => {
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '128.0.0.1', '', undefined]) {
    t.false(isLoopback(address), address);
  }
});
