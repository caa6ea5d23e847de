import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const FENCE = /^( *)(`{3,}|~{3,}).*\n[\s\S]*?^\1\2 *$/gm;
const LINK = /(`+)(?!`).*?[^`]\1(?!`)|(\]\()([^)\s]+)(\))/g;

/** The page that a document of the repository becomes. */
export const pageOf = (path) => path.replace(/(^|\/)README\.md$/, '$1index.md');

/** The page of the folder, or of the nearest one above it that has a README. */
const readmeAbove = (root, folder) => {
  const readme = join(folder, 'README.md');
  return existsSync(join(root, readme)) ? pageOf(readme) : readmeAbove(root, dirname(folder));
};

/** The name of the copy of a file: a picture is shown, any other file is read as text. */
export const copyOf = (file) => (file.endsWith('.png') ? file : `${file}.txt`);

/**
 * A document of the repository as a page of the site: links to folders lead to their README, and links to files that
 * are no pages to a copy of the file.
 *
 * @param keep is called with the path of each such file.
 * @throws when a link leads nowhere.
 */
export const asPage = (root, path, text, keep) => {
  const linked = (target) => {
    if (/^[a-z][a-z0-9+.-]*:|^#/i.test(target)) return target;
    const [file, fragment] = target.split('#');
    const there = normalize(join(dirname(path), file));
    if (!existsSync(join(root, there))) throw new Error(`${path}: there is no ${target}`);
    const at = fragment === undefined ? '' : `#${fragment}`;
    if (statSync(join(root, there)).isDirectory()) return `/${readmeAbove(root, there)}${at}`;
    if (there.endsWith('.md')) return `/${pageOf(there)}${at}`;
    keep(there);
    return `/source/${copyOf(there)}`;
  };
  const prose = (part) =>
    part
      .replace(/<!--[\s\S]*?-->\n*/g, '')
      .replace(LINK, (whole, _tick, open, target, close) =>
        open === undefined ? whole : open + linked(target) + close,
      );

  let page = '';
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    page += prose(text.slice(from, fence.index)) + fence[0];
    from = fence.index + fence[0].length;
  }
  return page + prose(text.slice(from));
};

/** The anchor of a heading, as forges write it: links in the documents go by it. */
export const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
