import { BatchRequest, E } from '@hundi/core';
import test from 'ava';
import { parseJson } from './parse-json.js';

const ROWS = { member: 'payments', max: 20_000 };

test('in a row far behind, too, only a number of a member that is known is refused', async (t) => {
  const row = { transactionReference: 'T', beneficiaryId: 'b', packageCode: 'V', amount: 777 };
  const payments = Array.from({ length: 3_000 }, () => ({ ...row, rate: 888 }));
  const body = JSON.stringify({ initiatedByUserId: 'u', apiRefNumber: 'a', payments });
  const parseAs = (text: string) => parseJson(Buffer.from(text), 64 * 1_024, ROWS, BatchRequest);
  const last = body.lastIndexOf('777');

  t.true(E.isRight(await parseAs(body.replaceAll('888', '2.0'))));
  const refused = await parseAs(
    `${body.slice(0, last)}777.0${body.slice(last + 3)}`.replaceAll('888', '2.0'),
  );
  t.deepEqual(E.isLeft(refused) && refused.left.issues.map(({ pointer }) => pointer), [
    '/payments/2999/amount',
  ]);
});
