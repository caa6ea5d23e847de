import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { pageOf, slugify } from '../links.mjs';

const index = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The pages of the index, by the readers that it names. */
const sidebar = () => {
  const groups = new Map();
  for (const [, links, readers] of index.matchAll(/^\| (\[.*?) \| ([^:|]+):/gm)) {
    const items = [...links.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, text, file]) => ({
      text: capital(text),
      link: `/docs/${pageOf(file)}`,
    }));
    groups.set(readers, [...(groups.get(readers) ?? []), ...items]);
  }
  return [...groups].map(([readers, items]) => ({
    text: capital(readers),
    items,
  }));
};

/** A block of Mermaid becomes a diagram; every other block of code stays one. */
const withDiagrams = (markdown) => {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    return info.trim() === 'mermaid'
      ? `<Diagram source="${encodeURIComponent(content)}" />`
      : fence(tokens, index, ...rest);
  };
};

export default defineConfig({
  title: 'Hundi',
  description: 'A payout and checkout engine that a bank embeds.',
  lang: 'en',
  srcDir: '../../site/pages',
  cacheDir: '../../site/cache',
  // A generic type in a text is no element of HTML.
  // A heading that ends in {jobId} says so: braces are no attributes.
  markdown: { html: false, anchor: { slugify }, attrs: { disable: true }, config: withDiagrams },
  themeConfig: {
    nav: [
      { text: 'Documents', link: '/docs/' },
      { text: 'Exports', link: '/api/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
