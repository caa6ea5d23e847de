const SPECIAL = /[&<>"']/;
const EVERY_SPECIAL = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The text as XML holds it, in elements and in attributes. */
export const xmlText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (one) => ENTITIES[one] ?? one) : text;

/** An element with its text; nothing where there is none. */
export const element = (name: string, text: string | undefined): string =>
  text === undefined || text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`;

/** An element around others; nothing where it would be empty. */
export const around = (name: string, inner: string): string =>
  inner === '' ? '' : `<${name}>${inner}</${name}>`;
