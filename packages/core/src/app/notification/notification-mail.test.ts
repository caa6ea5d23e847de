import test from 'ava';
import { notificationMail } from './notification-mail.js';

const frame = {
  to: 'checker@acme.example',
  language: 'en' as const,
  corporate: { name: 'Acme Traders' as never },
  bank: { name: 'Demo Bank' as never, timeZone: 'Asia/Kolkata' },
  portalUrl: 'https://pay.example/portal',
};

const total = (count: number, amount: bigint) => ({ count, amount });

test('a mail tells everything in counts and totals, and names the bank and the portal', (t) => {
  const mail = notificationMail(
    {
      waiting: { ...total(1_234, 12_345_678_900n), isWhole: true },
      expiring: { ...total(2, 100n), firstAt: Date.UTC(2026, 0, 7, 18, 30) },
      outcomes: { rejected: total(1, 50_000n), failed: total(3, 1n) },
    },
    frame,
  );

  t.deepEqual(mail, {
    to: 'checker@acme.example',
    subject: 'Acme Traders: payments that wait for you expire soon',
    text: [
      'Acme Traders at Demo Bank',
      '',
      '1,234 payments (₹12,34,56,789.00 in total) wait for your decision.',
      '2 payments (₹1.00 in total) that wait for you expire within three days, the first on 8 January 2026 at 00:00. Nobody can approve them then.',
      '1 payment (₹500.00) that you made was rejected.',
      '3 payments (₹0.01 in total) that you made failed at the bank.',
      '',
      'Log in to the portal to see them: https://pay.example/portal',
      'You choose in the portal, under your settings, of what you are mailed and in which language.',
      'Demo Bank never asks for a code or a password by e-mail, and this mail has no link that logs you in.',
      '',
    ].join('\n'),
  });
});

test('a mail of one payment speaks of one, and without a portal names no address', (t) => {
  const { subject, text } = notificationMail(
    { waiting: { ...total(1, 2_000_000n), isWhole: true } },
    { ...frame, portalUrl: undefined },
  );

  t.is(subject, 'Acme Traders: payments wait for your decision');
  t.true(text.includes('\n1 payment (₹20,000.00) waits for your decision.\n'));
  t.false(text.includes('http'));
});

test('where more waits than was counted, a mail says so', (t) => {
  const { text } = notificationMail({ waiting: { ...total(9, 900n), isWhole: false } }, frame);

  t.true(text.includes('\nAt least 9 payments (₹9.00 in total) wait for your decision.\n'));
});

test('the subject of a mail about outcomes alone says that payments were not made', (t) => {
  const { subject } = notificationMail({ outcomes: { failed: total(1, 1n) } }, frame);

  t.is(subject, 'Acme Traders: payments of yours were not made');
});

const LATIN = /[A-Za-z]{2,}/g;
const DEVANAGARI = /[\u0900-\u097f]/;

test('a mail is in the language of its reader, and in no other', (t) => {
  const everything = {
    waiting: { ...total(1_234, 12_345_678_900n), isWhole: false },
    expiring: { ...total(2, 100n), firstAt: Date.UTC(2026, 0, 7, 18, 30) },
    outcomes: { rejected: total(1, 50_000n), failed: total(3, 1n) },
  };
  const one = { ...everything.expiring, ...total(1, 5n) };
  const notifications = [
    everything,
    { waiting: { ...total(1, 1n), isWhole: true } },
    { expiring: one },
    { outcomes: { rejected: total(2, 2n) } },
  ];
  for (const notification of notifications)
    for (const portalUrl of [frame.portalUrl, undefined]) {
      const said = (language: 'en' | 'hi') => {
        const { subject, text } = notificationMail(notification, { ...frame, portalUrl, language });
        // Names are the same in every language.
        return `${subject}\n${text}`.replaceAll(/Acme Traders|Demo Bank|https:\S+/g, '');
      };
      t.notRegex(said('en'), DEVANAGARI);
      t.deepEqual(said('hi').match(LATIN) ?? [], []);
      t.regex(said('hi'), DEVANAGARI);
    }
  const { text } = notificationMail(everything, { ...frame, language: 'hi' });
  t.regex(text, /^कम से कम 1,234 भुगतान \(कुल ₹12,34,56,789\.00\) आपके निर्णय की प्रतीक्षा में हैं।$/m);
  t.regex(text, /पहला 8 जनवरी 2026 को 00:00 बजे/);
});
