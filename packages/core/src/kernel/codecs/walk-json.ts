import { pointerTo } from './decode.js';

/** What values of a JSON text stand in: an object, a list, or the text itself. */
export class Level {
  /** The name of the member that the walk is at, in an object. */
  name = '';
  /** How many values stand before, in a list. */
  index: number;
  awaitsName: boolean;

  constructor(
    readonly kind: 'text' | 'object' | 'list',
    readonly pointer: string,
    first = 0,
  ) {
    this.index = first;
    this.awaitsName = kind === 'object';
  }

  /** The JSON pointer of the value that the walk is at. */
  get place(): string {
    if (this.kind === 'text') return this.pointer;
    return pointerTo(this.pointer, this.kind === 'list' ? String(this.index) : this.name);
  }
}

/** Who looks at what a walk meets. */
export interface Visitor {
  /** A member of an object begins. */
  readonly member?: (object: Level) => void;
  readonly number?: (token: string, around: Level) => void;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;

/**
 * Walks through a text that is JSON, which says what a parser no longer knows of it.
 *
 * @param at the pointer of the whole value
 * @param first the index of the first item, where the value is a part of a list
 */
export const walkJson = (text: string, at: string, first: number, visitor: Visitor): void => {
  const { member, number } = visitor;
  const around: Level[] = [];
  let level = new Level('text', at);
  const open = (kind: 'object' | 'list'): void => {
    around.push(level);
    level = new Level(kind, level.place, around.length === 1 ? first : 0);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open('object');
    else if (token === '[') open('list');
    else if (token === '}' || token === ']') level = around.pop() ?? level;
    else if (token === ',') {
      level.index += 1;
      level.awaitsName = level.kind === 'object';
    } else if (token.startsWith('"')) {
      if (!level.awaitsName) continue;
      level.name = JSON.parse(token) as string;
      level.awaitsName = false;
      member?.(level);
    } else if (token !== ':') number?.(token, level);
  }
};
