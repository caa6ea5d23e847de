import { format, inspect } from 'node:util';
import test from 'ava';
import { Secret } from './secret.js';

const PAN = '4242424242424242';

test('a secret turned into text in any way shows three stars', (t) => {
  const secret = new Secret({ pan: PAN });
  const shown = [
    String(secret),
    `>${secret as unknown as string}`,
    JSON.stringify({ deep: [secret] }),
    inspect({ deep: [secret] }, { depth: 9, showHidden: true }),
    format('%s %o %O %j', secret, secret, secret, secret),
    Object.keys(secret).join(''),
    JSON.stringify(structuredClone(secret)),
  ];

  for (const text of shown) t.false(text.includes(PAN), text);
  t.is(shown[0], '***');
  t.is(shown[2], '{"deep":["***"]}');
});

test('a caller that asks for the value gets it', (t) => {
  t.is(new Secret(PAN).reveal(), PAN);
});
