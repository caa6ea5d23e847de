import test from 'ava';
import type { MailLanguage } from '../../../kernel/values/mail-language.js';
import { linkMail } from './link-mail.js';

const DEVANAGARI = /[\u0900-\u097f]/;

const saidIn = (language: MailLanguage | undefined): ReadonlyArray<string> =>
  [undefined, '5-7'].map((description) => {
    const link = {
      amount: 50_050,
      reference: 'R-7',
      expiresAt: 0,
      ...(description !== undefined && { description }),
      ...(language !== undefined && { language }),
    };
    const mail = linkMail('a@example.com', link as never, 'M-9', '//1');
    return `${mail.subject}\n${mail.text}`;
  });

test('a payment link is mailed in the language that was chosen for its customer, and in no other', (t) => {
  for (const text of saidIn('en')) t.notRegex(text, DEVANAGARI);
  for (const text of saidIn('hi')) {
    t.deepEqual(
      (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => word !== 'UTC'),
      [],
    );
    t.regex(text, DEVANAGARI);
  }
});

test('a link for whose customer no language was chosen is mailed in English', (t) => {
  t.deepEqual(saidIn(undefined), saidIn('en'));
});

test('in each language the mail has the amount, the reference, the description, the address and the end of the link', (t) => {
  for (const language of ['en', 'hi'] as const) {
    const [, text = ''] = saidIn(language);
    for (const said of ['M-9', '₹500.50', 'R-7', '5-7', '//1', '1970', '00:00'])
      t.true(text.includes(said), `${language}: ${said}`);
  }
});
