import type * as t from 'io-ts';
import type { Json } from './json.js';

/** The JSON Schema (2020-12) keywords of a codec beyond its structure. Units stand in the description. */
export type Facts = {
  readonly type?: 'string' | 'integer' | 'number' | 'object' | 'array';
  readonly description?: string;
  readonly format?: 'date' | 'date-time' | 'uuid' | 'email' | 'uri';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  /** Of a list that is written as text. */
  readonly items?: Facts;
  readonly default?: Json;
};

const known = new WeakMap<t.Mixed, Facts>();
const originals = new WeakMap<t.Mixed, t.Mixed>();

/** Attaches the JSON Schema of a codec, for the description of the interface. */
export const documented = <C extends t.Mixed>(codec: C, facts: Facts): C => {
  known.set(codec, facts);
  return codec;
};

/** The same codec for one place, with facts of that place: `t.string` is shared, a title of a report is not. */
export const alias = <C extends t.Mixed>(codec: C, facts: Facts): C => {
  const copy = Object.create(codec) as C;
  originals.set(copy, codec);
  return documented(copy, facts);
};

/** The same codec for one place, with what is to be said of it there. */
export const about = <C extends t.Mixed>(codec: C, description: string): C =>
  alias(codec, { description });

/** The facts attached to a codec, if any. */
export const factsOf = (codec: t.Mixed): Facts | undefined => known.get(codec);

/** The codec that this one is an alias of. */
export const originalOf = (codec: t.Mixed): t.Mixed | undefined => originals.get(codec);
