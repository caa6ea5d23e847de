import test from 'ava';
import { relyingPartyAt } from './relying-party.js';

test('passkeys are bound to the host of the address, and its pages alone may ask for them', (t) => {
  t.deepEqual(relyingPartyAt('https://pay.bank.example/', 'Demo Bank'), {
    id: 'pay.bank.example',
    name: 'Demo Bank',
    origins: ['https://pay.bank.example'],
  });
});

test('on an IP address, for which browsers make no passkey, they are those of localhost', (t) => {
  for (const host of ['127.0.0.1', '[::1]'])
    t.deepEqual(relyingPartyAt(`http://${host}:3000`, 'Demo Bank'), {
      id: 'localhost',
      name: 'Demo Bank',
      origins: ['http://localhost:3000'],
    });
});
