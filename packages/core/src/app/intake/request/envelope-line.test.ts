import test from 'ava';
import { envelopeLine } from './envelope-line.js';

test('a field that is added later distinguishes requests, and changes nothing where it is absent', (t) => {
  const first = ['POST /v1/partner/payments', null, 'ref'];
  const lines = [{}, { purpose: '' }, { purpose: 'rent' }, { branch: 'rent' }].map((later) =>
    envelopeLine(first, later),
  );

  t.is(lines[0], '["POST /v1/partner/payments",null,"ref"]');
  t.is(new Set(lines).size, lines.length);
});
