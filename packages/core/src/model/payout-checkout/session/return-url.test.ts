import test from 'ava';
import { anOpenSession } from '../../../app/payout-checkout/sample-session.test.data.js';
import { isInsecure, returning, ReturnUrl } from './return-url.js';

const GOOD = [
  'HTTPS://ERP.example/done',
  'https://erp.example',
  'https://erp.example/',
  'https://erp.example:8443/done?run=7&x=%2F',
  'https://ERP.example/Done#top',
  'http://127.0.0.1:4000/done',
  'http://localhost/done',
  'http://[::1]:4000/',
];

for (const url of GOOD)
  test(`a browser may be sent back to ${url}`, (t) => t.true(ReturnUrl.is(url)));

const TRICKS: ReadonlyArray<unknown> = [
  '',
  ' ',
  7,
  null,
  ['https://erp.example/'],
  'erp.example',
  'erp.example/done',
  '/done',
  '//erp.example/',
  '///erp.example/',
  '\\\\erp.example\\',
  'https:erp.example',
  'https:/erp.example',
  'https:///erp.example',
  'https://',
  'https://?x',
  'https://#x',
  'http://erp.example/',
  'HTTP://erp.example/',
  'http://127.0.0.2/',
  'http://127.0.0.1.erp.example/',
  'http://localhost.erp.example/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://127.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://erp.example/%0aalert(1)',
  'data:text/html,hello',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://erp.example/',
  'ws://erp.example/',
  'about:blank',
  'blob:https://erp.example/1',
  'view-source:https://erp.example/',
  'intent://erp.example/#Intent;end',
  'https://user@erp.example/',
  'https://user:pass@erp.example/',
  'https://@erp.example/',
  'https://erp.example@evil.example/',
  'https://erp.example:443@evil.example/',
  'https://erp.example\\@evil.example/',
  'https:\\\\erp.example/',
  'https://erp.example\\evil',
  'https://evil.example%2eerp.example/',
  'https://erp%2eexample/',
  'https://erp.example%00/',
  'https://erp.example./',
  'https://.erp.example/',
  'https://erp.example:/',
  'https://erp.example:0/',
  'https://erp.example:65536/',
  'https://erp.example:4 43/',
  'https://erp.example/\r\nSet-Cookie: a=b',
  'https://erp.example/\u0000',
  'https://erp.example/\tx',
  'https://erp.example/a b',
  '\thttps://erp.example/',
  ' https://erp.example/',
  'https://erp.example/ ',
  'ht\ttps://erp.example/',
  'https://erp.ex\nample/',
  'https://erp.example/"onload=',
  'https://erp.example/<script>',
  'https://erp。example/',
  'https://еrp.example/',
  'https://erp.examp\u200ble/',
  'https://erp.example\uff0fevil.example/',
  'https://erp.example/\u202egnp',
  'https://erp.example/?session_id=pcs_1',
  'https://erp.example/?a=1&status=submitted',
  'https://erp.example/?%73tatus=submitted',
  `https://erp.example/${'a'.repeat(2_000)}`,
];

for (const url of TRICKS) {
  test(`no browser is sent back to ${JSON.stringify(url).slice(0, 60)}`, (t) =>
    t.false(ReturnUrl.is(url)));
}

test('only http on a loopback host is for sandboxes', (t) => {
  t.deepEqual(
    GOOD.filter((url) => ReturnUrl.is(url) && isInsecure(url)),
    GOOD.slice(-3),
  );
});

test('the way back is the stored address with the session and how it ended, and nothing else', (t) => {
  const session = anOpenSession({
    redirectUrl: 'https://erp.example/done?run=7#top',
    cancelUrl: 'https://erp.example/no',
  });
  const id = session.sessionId;

  t.is(
    returning(session, 'submitted').returnTo,
    `https://erp.example/done?run=7&session_id=${id}&status=submitted#top`,
  );
  t.is(
    returning(session, 'cancelled').returnTo,
    `https://erp.example/no?session_id=${id}&status=cancelled`,
  );
  t.is(
    returning(session, 'expired').returnTo,
    `https://erp.example/no?session_id=${id}&status=expired`,
  );
  t.deepEqual(returning(anOpenSession(), 'submitted'), {});
});
