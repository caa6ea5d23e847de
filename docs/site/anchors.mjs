import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const HREF = /<a [^>]*href="([^"#]*)#([^"]+)"/g;
const ID = /\sid="([^"]+)"/g;

/** The links of the built pages whose heading their page does not have. */
export const deadAnchors = async (dist) => {
  const paths = (await readdir(dist, { recursive: true })).filter((path) => path.endsWith('.html'));
  const pages = new Map();
  for (const path of paths) pages.set(`/${path}`, await readFile(join(dist, path), 'utf8'));
  const ids = new Map(
    [...pages].map(([path, html]) => [path, new Set([...html.matchAll(ID)].map(([, id]) => id))]),
  );
  return [...pages].flatMap(([path, html]) =>
    [...html.matchAll(HREF)].flatMap(([, href, fragment]) => {
      if (/^[a-z]+:/i.test(href)) return [];
      const { pathname } = new URL(href === '' ? path : href, `http://site${path}`);
      const target = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const known = ids.get(target)?.has(decodeURIComponent(fragment)) === true;
      return known ? [] : [`${path}: ${href}#${fragment}`];
    }),
  );
};
