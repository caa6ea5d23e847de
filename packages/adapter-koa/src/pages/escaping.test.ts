import test from 'ava';
import { noticePage } from './notice-page.js';
import { presses } from './themes.js';

const MARKUP = `'"><script>alert(1)</script><img src=x onerror=alert(1)>`;

test('every value on a page is shown as text', (t) => {
  const press = presses({ theme: { name: MARKUP } })(undefined);
  const page = noticePage({
    purpose: MARKUP,
    sign: 'neutral',
    title: MARKUP,
    text: MARKUP,
    onwards: `https://shop.example/?a=${MARKUP}`,
  });
  const { html } = press({ ...page, caution: (bank) => `${bank} ${MARKUP}` });

  t.true(html.split('&lt;script>alert(1)').length > 5);
  t.notRegex(html, /<script>alert|<img src=x|"><script/);
  t.regex(html, /content="0;url=https:\/\/shop\.example\/\?a='&quot;>/);
});
