import test from 'ava';
import { notificationsOf } from './notifications-of.js';

const pages = { baseUrl: () => 'https://pay.example' };
const settings = {
  notifications: true,
  portalPages: true,
  sandbox: false,
  smtpUrl: 'smtps://mail.example',
};

test('people are mailed where there is a mail server or a sandbox, unless the configuration says no', (t) => {
  const { smtpUrl: _, ...noServer } = settings;

  t.truthy(notificationsOf(settings, pages));
  t.truthy(notificationsOf({ ...noServer, sandbox: true }, pages));
  t.is(notificationsOf(noServer, pages), undefined);
  t.is(notificationsOf({ ...settings, notifications: false }, pages), undefined);
});

test('a mail names the portal only where the service has its pages', (t) => {
  t.is(notificationsOf(settings, pages)?.portalUrl(), 'https://pay.example/portal');
  t.is(notificationsOf({ ...settings, portalPages: false }, pages)?.portalUrl(), undefined);
});
