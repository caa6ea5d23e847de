import test from 'ava';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { inline, prose } from './prose.js';

test('every value on a page is escaped', (t) => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = renderToString(h('b', { title: text }, [text, inline(text), prose(text)]));
      const inside = written.replaceAll(/<\/?(?:b|p|code)(?: title(?:="[^"<]*")?)?>/g, '');
      t.false(inside.includes('<'));
    }),
  );
});

test('code stands between backticks, and paragraphs between empty lines', (t) => {
  t.is(
    renderToString(h('div', null, prose('send `a`\n\nthen `b`'))),
    '<div><p>send <code>a</code></p><p>then <code>b</code></p></div>',
  );
});
