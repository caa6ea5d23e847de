import { SaxesParser } from 'saxes';

/** An element of a message, as a test reads it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The root of a document, read whole. @throws Error where it is not well-formed */
export const treeOf = (xml: string): Element => {
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [document];
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  const [root] = document.children;
  if (root === undefined) throw new Error('no root');
  return root;
};

export const all = (element: Element, path: string): ReadonlyArray<Element> =>
  path
    .split('/')
    .reduce<ReadonlyArray<Element>>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [element],
    );

/** The text at a path of elements; undefined where there is none. */
export const at = (element: Element, path: string): string | undefined =>
  all(element, path)[0]?.text;
