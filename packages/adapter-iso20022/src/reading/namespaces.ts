import { refuse } from './message-refused.js';
import type { Attributes } from './shape.js';

const DECLARATION = /^xmlns(?::(.+))?$/;

interface Scope {
  readonly depth: number;
  readonly uris: ReadonlyMap<string, string>;
}

/** Which elements belong to the namespace of the message, whatever its prefix. */
export interface Namespaces {
  /** The namespace of an element that begins, with what its attributes declare. @throws BrokenMessage */
  readonly enter: (name: string, attributes: Attributes, depth: number) => string;
  readonly leave: (depth: number) => void;
}

const noDeclaration = (attributes: Attributes): boolean => {
  for (const name in attributes) if (name.startsWith('xmlns')) return false;
  return true;
};

const prefixOf = (name: string): string => {
  const at = name.indexOf(':');
  return at < 0 ? '' : name.slice(0, at);
};

export const namespaces = (): Namespaces => {
  const scopes: Scope[] = [
    {
      depth: -1,
      uris: new Map([
        ['', ''],
        ['xml', 'http://www.w3.org/XML/1998/namespace'],
      ]),
    },
  ];
  const innermost = () => scopes.at(-1)?.uris;
  return {
    enter: (name, attributes, depth) => {
      if (!noDeclaration(attributes)) {
        const uris = new Map(innermost());
        for (const [attribute, uri] of Object.entries(attributes)) {
          const found = DECLARATION.exec(attribute);
          if (found !== null) uris.set(found[1] ?? '', uri);
        }
        scopes.push({ depth, uris });
      }
      return (
        innermost()?.get(prefixOf(name)) ??
        refuse('malformed', 'a prefix of the element is not declared')
      );
    },
    leave: (depth) => {
      if (scopes.at(-1)?.depth === depth) scopes.pop();
    },
  };
};
