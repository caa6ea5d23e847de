/** A form of a page, as a browser would send it. */
export interface Form {
  readonly method: 'GET' | 'POST';
  readonly action: string;
  /** What stands in its fields; of a list of choices the first. */
  readonly fields: Readonly<Record<string, string>>;
  /** The name of the field for a file. */
  readonly file?: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const plain = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** The attributes of a tag, by their names. */
const attributesIn = (tag: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...tag.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ]),
  );

const FORM = /<form([^>]*)>([^]*?)<\/form>/g;
const CONTROL =
  /<(input|select|textarea|button)([^>]*)>([^]*?)(?=<(?:input|select|textarea|button)|$)/g;

/** Paths of our own that the page links to. */
export const linksIn = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<a ([^>]*)>/g)].flatMap(([, tag = '']) => {
    const { href = '' } = attributesIn(` ${tag}`);
    return href.startsWith('/portal') ? [href] : [];
  });

/** The forms of a page that lead to our own paths. */
export const formsIn = (html: string): ReadonlyArray<Form> =>
  [...html.matchAll(FORM)].flatMap(([, head = '', inside = '']) => {
    const { action = '', method = 'get' } = attributesIn(head);
    if (!action.startsWith('/portal')) return [];
    const fields: Record<string, string> = {};
    let file: string | undefined;
    for (const [, tag, attributes = '', rest = ''] of inside.matchAll(CONTROL)) {
      const { name = '', type, value = '' } = attributesIn(attributes);
      if (name === '') continue;
      if (type === 'file') file = name;
      else if (tag === 'select')
        fields[name] = plain(/<option[^>]* value="([^"]*)"/.exec(rest)?.[1] ?? '');
      else fields[name] = value;
    }
    const isPost = method.toLowerCase() === 'post';
    return [
      { method: isPost ? 'POST' : 'GET', action, fields, ...(file !== undefined && { file }) },
    ];
  });
