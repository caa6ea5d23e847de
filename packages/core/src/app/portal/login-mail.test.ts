import test from 'ava';
import type { MailLanguage } from '../../kernel/values/mail-language.js';
import { loginMail } from './login-mail.js';

const DEVANAGARI = /[\u0900-\u097f]/;

const saidIn = (language: MailLanguage): ReadonlyArray<string> =>
  (['login', 'confirmation'] as const).flatMap((purpose) =>
    (['short', 'long'] as const).map((kind) => {
      const mailed = { code: '203941', kind, purpose, language };
      const person = { username: 'U-9' as never };
      const { subject, text } = loginMail(
        'a@example.com',
        { name: 'C-9' as never },
        person,
        mailed,
      );
      return `${subject}\n${text}`;
    }),
  );

test('a mail with a code is in the language in which it was asked for, and in no other', (t) => {
  for (const text of saidIn('en')) t.notRegex(text, DEVANAGARI);
  for (const text of saidIn('hi')) {
    const words = text.match(/[A-Za-z]{2,}/g) ?? [];
    t.deepEqual(
      words.filter((word) => word !== 'OTP'),
      [],
    );
    t.regex(text, DEVANAGARI);
  }
});

test('in each language the code is the first word of the text, and not in the subject', (t) => {
  for (const text of [...saidIn('en'), ...saidIn('hi')])
    t.regex(text, /^[^\n0-9]*C-9[^\n0-9]*\n203941 /);
});
