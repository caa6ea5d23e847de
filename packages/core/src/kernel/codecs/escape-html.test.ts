import test from 'ava';
import { escapeHtml } from './escape-html.js';

test('a text cannot leave its place in HTML', (t) => {
  t.is(
    escapeHtml(`<b title="x">A & 'B'</b>`),
    '&lt;b title=&quot;x&quot;&gt;A &amp; &#39;B&#39;&lt;/b&gt;',
  );
  t.is(escapeHtml('₹1,000 to Sharma Steel'), '₹1,000 to Sharma Steel');
});
