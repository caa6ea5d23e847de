/** A page that is written from the code: nobody edits it by hand. */
export const page = (title: string, ...parts: ReadonlyArray<string>): string =>
  `${[`# ${title}`, NOTE, ...parts].join('\n\n')}\n`;

const NOTE =
  '<!-- Written by `npm run docs:generate`. Change the code that it names, then run it again. -->';

/** A table of Markdown. A bar in a cell would end it. */
export const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Links of a text that is written as seen from `docs/`, as seen from `docs/reference/`. */
export const fromReference = (text: string): string => text.replace(/\]\((?![a-z]+:)/g, '](../');

/** A text as code. */
export const code = (text: string): string => `\`${text}\``;

/** A sentence: with a capital letter in front, and a full stop behind. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
