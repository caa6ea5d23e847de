import test from 'ava';
import fc from 'fast-check';
import { looksLikeAddress } from './looks-like-address.js';

for (const text of [
  'https://evil.example/pay',
  'HTTP://1.2.3.4',
  'pay at evil.example now',
  'evil.example/x?y',
  'www evil',
  'www.',
  '//evil',
  'mail a@evil.example',
  'mail ravi@sharma.traders',
  'evil\uff0eexample',
  'evil\u3002example',
  'bücher.example',
  'пример.рф',
  'दान.भारत',
  'a.xn--p1ai',
  '10.0.0.1',
  'bit.ly/abc',
  'Bit.Ly',
  'EVIL.CO.IN',
  'evil.no',
  'evil.ltd',
  'foo.bar.com',
  'evil.com.',
  'evil.com-now',
  'Dr.Com',
  'Inv.No/17',
  'm.evil.shop',
  't.co/abc',
  'x.com',
  'pay.Dr.Xyz',
  'Pay at bill.live to confirm',
  'ref.link',
  'inv.top',
  't.co',
  'x.ai',
  'shri.app',
  'a.b.xyz',
  'refund.gift',
  'evil-pay.bot',
  'pvt.ltd/pay',
  'T.co',
  'T.Co',
  'A.to',
  'ftp://evil',
  'see (//evil)',
  'ltd.evil.com',
  'evil.co.ltd',
  'a//b',
  'ORD//17',
  '2001:4860:4860::8888',
  '[2001:db8::1]',
  '2001:db8::/32',
  'pay at fd00::1 now',
  '2001:db8:0:0:0:0:0:1',
  '2001:DB8::1/pay',
  'evil.在线',
  'evil.网址',
  'evil.みんな',
  'evil.世界',
  'bob@localhost',
  'Pay at 💩.la/x',
  'i❤.ws/pay',
  'Order for ☕️.de/pay',
  '👍🏽.to',
])
  test(`${JSON.stringify(text)} looks like an address`, (t) => {
    t.true(looksLikeAddress(text));
  });

for (const text of [
  '',
  'Consulting',
  'A pair of shoes. Size 42.',
  'INV/24-25/0017',
  'ORDER-1.2_b',
  'approx. 3.5 kg, e.g. rice',
  'मार्च का किराया',
  'Deposit for M/s.Sharma Traders',
  'm/s.sharma traders',
  'M/S.OM TRADERS',
  'Pvt.Ltd.',
  'SHARMA STEEL PVT.LTD',
  'Dr.Mehta',
  'Mrs.De',
  'A.K.De',
  'Inv.No 17',
  'INV.NO.17',
  'Sr.No.5',
  'Ph.No:9800000009',
  'डॉ.शर्मा',
  'मे.शर्मा ट्रेडर्स',
  'Regd.Office, Dist.Pune',
  'Deposit paid.Balance due',
  'Sharma.Traders',
  'invoice.pdf',
  'ORD.ab12.rev3',
  'PO-17.march',
  'v1.2.3',
  'SO.NO.17',
  'Table at 10:30',
  '18:30:00, hall 2',
  'mixed 3:4 and/or 2:3::4:6',
  'Fee::100',
  'Note:: paid in full',
  'shift 2026:12:24',
  '3 pens@50',
  'rent 01/12/2026 - 31/12/2026',
  'PO.IN.2026',
  'A/c.No.5',
  'Order.No.17',
  'Sl.No.5',
  'Bldg.No.4',
  'INV-1.2.3.4',
  'v1.2.3.4',
  'M/s.Global Traders',
  'M/s.Live',
  'M/s.Express Logistics',
  'Sharma P.Ltd.',
  'Sharma & Co.Ltd.',
  'Sharma Bros.Pvt.Ltd.',
  'Sharma.Pvt.Ltd.',
  'Bombay.Pvt.Ltd',
  'Pvt.Limited',
  'B.Com',
  'M.Com fees',
  'B.Tech course',
])
  test(`${JSON.stringify(text)} looks like no address`, (t) => {
    t.false(looksLikeAddress(text));
  });

const word = fc.stringMatching(/^[a-z]{4,12}$/);
const name = fc.constantFrom('Sharma', 'Mehta', 'Iyer', 'Patil', 'Khan', 'Das', 'Om', 'De', 'Roy');
const cased = (text: string) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());

test('a host of any name under a top-level domain is an address, in any case, wherever it stands', (t) => {
  const host = fc
    .tuple(word, fc.constantFrom('com', 'in', 'co.in', 'ly', 'xyz', 'shop', 'example', 'भारत'))
    .chain(([label, domain]) => cased(`${label}.${domain}`));
  fc.assert(
    fc.property(
      host,
      fc.constantFrom('', 'pay at ', 'm.', 'Dr.', '('),
      fc.constantFrom('', '/x', '.', ' now', '?a=b'),
      (text, before, after) => looksLikeAddress(`${before}${text}${after}`),
    ),
  );
  t.pass();
});

test('a name behind an honorific in any case, or behind capital initials, is no address', (t) => {
  const honorific = fc.constantFrom('M/s.', 'Mr.', 'Mrs.', 'Ms.', 'Dr.', 'Smt.', 'Shri.');
  const initials = fc.constantFrom('A.', 'A.K.');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(honorific, name).chain(([before, after]) => cased(before + after)),
        fc.tuple(initials, name).map((parts) => parts.join('')),
      ),
      fc.constantFrom('', ' Traders', ', Pune', ' Pvt.Ltd.', '.'),
      (text, after) => !looksLikeAddress(`Deposit for ${text}${after}`),
    ),
  );
  t.pass();
});

test('a reference of words and numbers between dots is no address', (t) => {
  const part = fc.oneof(
    fc.stringMatching(/^[0-9]{1,6}$/),
    fc.stringMatching(/^[A-Z]{2,4}[0-9]{1,4}$/),
    fc.constantFrom('INV', 'ORD', 'march', 'REV', 'Sharma'),
  );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('.', '-', '_', '/'),
      (parts, between) => !looksLikeAddress(parts.join(between)),
    ),
  );
  t.pass();
});
