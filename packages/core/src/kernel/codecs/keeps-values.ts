import type * as t from 'io-ts';

const keeping = new WeakSet<t.Mixed>();

/** Marks a codec of our own: every value that it recognises decodes to itself. */
export const keepingValues = <C extends t.Mixed>(codec: C): C => {
  keeping.add(codec);
  return codec;
};

const PRIMITIVES: ReadonlySet<string> = new Set(['StringType', 'NumberType', 'BooleanType']);

/**
 * Whether `is` is equivalent to `decode`: the value passes unchanged. Then it is not necessary to
 * wrap it, which is most of what decoding 20,000 rows costs. Objects lose fields on the way, so never them.
 */
export const keepsValues = (codec: t.Mixed): boolean => {
  const { _tag: tag, type } = codec as { readonly _tag?: string; readonly type?: t.Mixed };
  if (keeping.has(codec) || (tag !== undefined && PRIMITIVES.has(tag))) return true;
  return tag === 'RefinementType' && type !== undefined && keepsValues(type);
};
