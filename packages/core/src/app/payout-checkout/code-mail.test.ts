import test from 'ava';
import { codeMail } from './code-mail.js';

const PURPOSE = {
  bankName: 'B-9',
  corporateName: 'C-9',
  payeeName: 'P & 9',
  accountNumber: '123456780001',
  amount: 5_000_000,
  reference: 'R-9',
};

test('the mail with the code for a payout is in the language of the page, and in no other', (t) => {
  const english = codeMail('a@example.com', '203941', PURPOSE, 'en');
  const hindi = codeMail('a@example.com', '203941', PURPOSE, 'hi');

  t.notRegex(JSON.stringify(english), /[\u0900-\u097f]/);
  const shown = (hindi.html ?? '').replaceAll(/<style[^]*?<\/style>|<[^>]+>|&amp;/g, '');
  for (const said of [hindi.subject, hindi.text, shown]) {
    t.regex(said, /[\u0900-\u097f]/);
    t.deepEqual(
      (said.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => word !== 'OTP'),
      [],
    );
  }
  t.regex(hindi.html ?? '', /^<!doctype html><html lang="hi">/);
});

test('in each language the mail says what the code authorizes, and escapes names', (t) => {
  for (const language of ['en', 'hi'] as const) {
    const { subject, text, html = '' } = codeMail('a@example.com', '203941', PURPOSE, language);
    t.false(subject.includes('203941'));
    t.true(subject.includes('₹50,000.00'));
    for (const part of ['203941', '₹50,000.00', 'B-9', 'C-9', 'P & 9', '0001', 'R-9'])
      t.true(text.includes(part), part);
    t.false(text.includes('5678'));
    t.true(html.includes('P &amp; 9'));
  }
});
