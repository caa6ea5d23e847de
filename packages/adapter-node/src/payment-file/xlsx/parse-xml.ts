import { SaxesParser } from 'saxes';
import { refuse } from '../file-refused.js';
import { DAMAGED } from './open-zip.js';

/** Who looks at the elements of a document, by their names without prefixes. */
export interface Visitor {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** Whether the rest of the document does not matter. */
  readonly isDone?: () => boolean;
}

/** A sheet has about eight. */
const DEPTH_MAX = 64;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const decoderOf = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: true });
    } catch {
      return refuse('damaged', DAMAGED);
    }
  };
};

/**
 * Parses XML as it comes, with a turn for others between its pieces. It knows no entities but those of XML, and takes no
 * document type.
 *
 * @throws FileRefused
 */
export const parseXml = async (
  bytes: AsyncIterable<Uint8Array>,
  { open, text, close, isDone = () => false }: Visitor,
  breathe: () => Promise<void>,
): Promise<void> => {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({
    position: false,
    xmlns: false,
  });
  const decode = decoderOf();
  let depth = 0;
  parser.on('error', () => refuse('damaged', DAMAGED));
  parser.on('doctype', () => refuse('damaged', DAMAGED));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) refuse('damaged', DAMAGED);
    open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  for await (const piece of bytes) {
    parser.write(decode(piece));
    if (isDone()) return;
    await breathe();
  }
  parser.close();
};
