import test from 'ava';
import { E } from '@hundi/core';
import { csvRows } from './csv-rows.js';

test('a payee stands in a CSV file by id or by the code that the corporate gave it', (t) => {
  const read = csvRows(
    'transactionReference,beneficiaryId,beneId,packageCode,amount\nA,id-1,,VENDOR,1\nB,,SHARMA01,VENDOR,2\n',
  );
  const codes = csvRows('transactionReference,beneId,packageCode,amount\nA,SHARMA01,VENDOR,1\n');
  const sharma = { beneId: 'SHARMA01', packageCode: 'VENDOR' };

  t.deepEqual(E.isRight(read) && read.right.payments, [
    { transactionReference: 'A', beneficiaryId: 'id-1', packageCode: 'VENDOR', amount: 1 },
    { transactionReference: 'B', ...sharma, amount: 2 },
  ]);
  t.deepEqual(E.isRight(codes) && codes.right.payments, [
    { transactionReference: 'A', ...sharma, amount: 1 },
  ]);
});

test('of a file without an end no more rows are parsed than a batch may have, and one', (t) => {
  const read = csvRows(
    `transactionReference,beneficiaryId,packageCode,amount\n${'A,B,C,1\n'.repeat(30_000)}`,
  );

  t.is(E.isRight(read) && read.right.payments.length, 20_001);
});
