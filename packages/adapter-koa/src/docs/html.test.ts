import test from 'ava';
import fc from 'fast-check';
import { html, inline, prose } from './html.js';

const HOSTILE = `<script>alert(1)</script>"'&`;

test('whatever is put into a template is escaped', (t) => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { text: written } = html`<b title="${text}">${[text, inline(text), prose(text)]}</b>`;
      const inside = written.replaceAll(/<\/?(?:b|p|code)(?: title="[^"<>]*")?>/g, '');
      t.notRegex(inside, /[<>"']/);
    }),
  );
});

test('markup is left as it is, nothing is nothing, and lists are written one after the other', (t) => {
  const hostile = html`<p title="${HOSTILE}">${HOSTILE}</p>`.text;
  t.notRegex(hostile, /<script/);
  t.is(html`${[html`<i>1</i>`, 2, false, undefined]}`.text, '<i>1</i>2');
});
