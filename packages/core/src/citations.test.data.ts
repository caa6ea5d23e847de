/**
 * How sources and documents cite each other: "§4.5" is a section of the interface, "decisions §7" one of the
 * decisions, "RFC 9110 §10.2.3" one of a document that is not ours; F and I numbers are faults and invariants.
 */

/** A heading of a Markdown document: its text, and what a link to it says after the `#`. */
export interface Heading {
  readonly text: string;
  readonly anchor: string;
}

const withoutFences = (markdown: string): string =>
  markdown.replace(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^\1\2 *$/gm, '');

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The headings of a document, with the anchors that forges give them: the second of a name gets a number. */
export const headingsOf = (markdown: string): ReadonlyArray<Heading> => {
  const seen = new Map<string, number>();
  return [...withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, raw = '']) => {
    const text = raw.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const anchor = anchorOf(text);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return { text, anchor: before === 0 ? anchor : `${anchor}-${String(before)}` };
  });
};

/** The numbers of the headings that begin with one: `4.5` of "### 4.5 POST …", `7` of "## 7. Errors". */
export const sectionsOf = (markdown: string): ReadonlyArray<string> =>
  headingsOf(markdown).flatMap(({ text }) => /^(\d+(?:\.\d+)*)\.?(?: |$)/.exec(text)?.[1] ?? []);

/** Sections that no other section stands below. */
export const leavesOf = (sections: ReadonlyArray<string>): ReadonlyArray<string> =>
  sections.filter((section) => !sections.some((other) => other.startsWith(`${section}.`)));

/** Where the links of a document lead that lead to files beside it: a path, a fragment or both. */
export const relativeLinksOf = (markdown: string): ReadonlyArray<string> =>
  [
    ...withoutFences(markdown)
      .replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
      .matchAll(/\[[^\]]*\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target));

/** The citations in a text. */
export interface Citation {
  readonly document: 'interface' | 'decisions';
  readonly section: string;
}

// A comment that goes on in the next line says one thing.
const unwrapped = (text: string): string =>
  text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|-- )?[ \t]*/g, ' ');

/** The sections that a text cites by §. Another document's are not ours to check. */
export const citationsOf = (text: string): ReadonlyArray<Citation> =>
  [...unwrapped(text).matchAll(/(RFC \d+ |[Dd]ecisions )?§(?!\$\{)(\d+(?:\.\d+)*)?/g)].flatMap(
    ([, before = '', section = '']) =>
      before.startsWith('RFC')
        ? []
        : [{ document: before === '' ? ('interface' as const) : ('decisions' as const), section }],
  );

/** Citations that could be of either document: "decisions §5 and §6". The second one names its document, too. */
export const unclearCitationsOf = (text: string): ReadonlyArray<string> =>
  [...unwrapped(text).matchAll(/[Dd]ecisions §[\d.]+(?:, | and | or )§[\d.]+/g)].map(
    ([citation]) => citation,
  );

/** The faults and invariants that a text names: F7, I34. */
export const numbersOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?<![\w#+-])[FI][1-9]\d?(?![\w-])/g)].map(([number]) => number);
