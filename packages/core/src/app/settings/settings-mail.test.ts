import test from 'ava';
import type { MailLanguage } from '../../kernel/values/mail-language.js';
import { SettingsChangeName } from '../../model/settings/change/settings-change.js';
import { settingsMails } from './settings-mail.js';
import type { SettingsNotice } from './settings-notice.js';

/** Names and values, which are the same in every language. */
const DETAILS = {
  keyId: 'K-1',
  name: 'N-1',
  replaces: 'K-0',
  scopes: ['S-1'],
  actsAsUserId: 'U-1',
  endpointId: 'E-1',
  url: 'https://1.1.1.1/x',
  eventTypes: ['*'],
  status: 'S-2',
  destinationHosts: ['1.1.1.1'],
  userId: 'U-2',
  suspendedBy: 'U-3',
  factorKind: 'F-1',
};

const noticesIn = (language: MailLanguage, by: string): ReadonlyArray<SettingsNotice> =>
  Object.keys(SettingsChangeName.keys).flatMap((kind) =>
    (['made', 'proposed', 'approved'] as const).map((step) => ({
      kind: kind as SettingsChangeName,
      details: DETAILS,
      step,
      by: by as never,
      at: Date.UTC(2026, 0, 7, 18, 30),
      concerns: undefined,
      tenant: { bankTenantId: 'b', corporateTenantId: 'c' } as never,
      corporate: 'C-9',
      username: by,
      to: [{ address: 'a@example.com', language }],
      concerned: { address: 'b@example.com', language },
    })),
  );

const saidIn = (language: MailLanguage, by = 'U-9'): ReadonlyArray<string> =>
  noticesIn(language, by)
    .flatMap((notice) => settingsMails(notice))
    .map(({ subject, text }) => `${subject}\n${text}`);

const DEVANAGARI = /[\u0900-\u097f]/;

test('a mail about settings is in the language of its reader, and in no other', (t) => {
  for (const text of saidIn('en')) t.notRegex(text, DEVANAGARI);
  for (const text of saidIn('hi')) {
    const words = text.replaceAll('https://1.1.1.1', '').match(/[A-Za-z]{2,}/g) ?? [];
    t.deepEqual(
      words.filter((word) => word !== 'UTC' && word !== 'OTP'),
      [],
      text,
    );
    t.regex(text, DEVANAGARI);
  }
});

test('each language says who did it, what and when, and an operator of the bank by name', (t) => {
  const [mine = '', others = ''] = saidIn('hi', 'operator Asha');
  t.regex(mine, /^बैंक के संचालक Asha ने C-9 में आपके सभी दूसरे फ़ैक्टर और रिकवरी कोड हटाए।$/m);
  t.regex(others, /^बैंक के संचालक Asha ने C-9 की सेटिंग बदली: नई पार्टनर कुंजी।$/m);
  t.regex(others, /^कब: 7 जनवरी 2026 को 18:30 बजे \(UTC\)$/m);
  t.regex(saidIn('en', 'operator Asha')[1] ?? '', /^operator Asha changed the settings of C-9/m);
});

test('each reader of one step is mailed in their own language', (t) => {
  const [notice] = noticesIn('hi', 'U-9');
  if (notice === undefined) return t.fail();
  const to = [...notice.to, { address: 'c@example.com', language: 'en' as const }];
  const subjects = settingsMails({ ...notice, to }).map(({ subject }) => subject);
  t.deepEqual(subjects, [
    'C-9: आपके दूसरे फ़ैक्टर हटा दिए गए हैं',
    'C-9: सेटिंग बदली गई है',
    'C-9: settings were changed',
  ]);
});
