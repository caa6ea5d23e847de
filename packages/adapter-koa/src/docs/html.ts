import escapeHtml from 'escape-html';

/** Text that is HTML already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: anything but markup is escaped, false and undefined are nothing. */
export type Content = Markup | string | number | false | undefined | ReadonlyArray<Content>;

const rendered = (content: Content): string => {
  if (content === false || content === undefined) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(rendered).join('');
  return escapeHtml(String(content));
};

/** Writes HTML; whatever is put into it is escaped unless it is markup. */
export const html = (strings: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Markup =>
  new Markup(
    strings.map((text, i) => text + (i in contents ? rendered(contents[i]) : '')).join(''),
  );

/** Paragraphs of text, with code between backticks. */
export const prose = (text: string): Content =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);

/** One run of text, with code between backticks. */
export const inline = (text: string): Content =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
