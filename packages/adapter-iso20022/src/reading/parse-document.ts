import { SaxesParser } from 'saxes';
import { type BrokenMessage, refuse, type MessageRefused } from './message-refused.js';
import { namespaces } from './namespaces.js';
import type { Shape } from './shape.js';

/** A message has about fifteen. */
const DEPTH_MAX = 64;
/** The longest text of the messages has 500 characters, and none of them here. */
const TEXT_MAX = 4_096;
/** So much of a file without the end of a tag is no message. */
const SILENCE_MAX = 256 * 1_024;

/** Parses a document as it comes, by the shape that its namespace has. */
export interface DocumentParser {
  /** @throws BrokenMessage */
  readonly write: (text: string) => void;
  /** @throws BrokenMessage */
  readonly end: () => void;
  readonly refusalOf: (broken: BrokenMessage) => MessageRefused;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * @param shapeOf the shape of the root's children, by the namespace of the root; undefined for one that is not read
 */
export const documentParser = (
  shapeOf: (namespace: string) => Shape | undefined,
): DocumentParser => {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  const scope = namespaces();
  const names: string[] = [];
  const open: (Shape | undefined)[] = [];
  let own = '';
  let text = '';
  let silence = 0;
  let isOver = false;

  parser.on('error', () =>
    isOver
      ? refuse('truncated', 'the file ends before its last element does')
      : refuse('malformed', 'the file is not well-formed XML'),
  );
  parser.on('doctype', () =>
    refuse('malformed', 'the file has a document type, which a message has not'),
  );
  const shapeAt = (name: string, namespace: string): Shape | undefined => {
    if (names.length > 1) return namespace === own ? open.at(-1)?.children.get(name) : undefined;
    own = namespace;
    return (
      (name === 'Document' ? shapeOf(namespace) : undefined) ??
      refuse('wrong_message', 'the file holds no message, or one of a version that is not read')
    );
  };
  parser.on('opentag', ({ name: qualified, attributes }) => {
    silence = 0;
    const depth = names.length;
    if (depth >= DEPTH_MAX) refuse('too_large', 'the elements stand too deep in each other');
    const name = localName(qualified);
    names.push(name);
    const shape = shapeAt(name, scope.enter(qualified, attributes, depth));
    open.push(shape);
    text = '';
    shape?.open?.(attributes);
  });
  parser.on('closetag', () => {
    silence = 0;
    const shape = open.pop();
    shape?.close?.(shape.hasText === true ? text : '');
    text = '';
    names.pop();
    scope.leave(names.length);
  });
  const append = (more: string): void => {
    if (open.at(-1)?.hasText !== true) return;
    text += more;
    if (text.length > TEXT_MAX) refuse('too_large', 'the text of the element is too long');
  };
  parser.on('text', append);
  parser.on('cdata', append);

  return {
    write: (more) => {
      parser.write(more);
      silence += more.length;
      if (silence > SILENCE_MAX) refuse('too_large', 'the text of the element is too long');
    },
    end: () => {
      isOver = true;
      parser.close();
    },
    refusalOf: ({ fault, message }) => ({
      _tag: 'MessageRefused',
      fault,
      detail: message,
      line: parser.line,
      path: `/${names.join('/')}`,
    }),
  };
};
