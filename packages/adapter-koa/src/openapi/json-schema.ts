import { E } from '@hundi/core';
import { factsOf, originalOf, type RecordType } from '@hundi/core/wire';
import type * as t from 'io-ts';
import type { Schema } from './model.js';

/** How schemas are written. */
export interface SchemaOptions {
  /** Where the named schemas stand in the document. */
  readonly place?: string;
  /** Whether objects take no other members than those that are named. */
  readonly isClosed?: boolean;
}

/** Writes the schemas of codecs. Codecs with a name of their own are written once and referred to. */
export interface Schemas {
  /** @throws when nothing is known of a codec, or two codecs of one name differ. */
  readonly of: (codec: t.Mixed) => Schema;
  /** The named ones so far. */
  readonly named: () => Readonly<Record<string, Schema>>;
}

type Node =
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.NullType
  | t.LiteralType<string>
  | t.KeyofType<Readonly<Record<string, unknown>>>
  | t.UnionType<t.Mixed[]>
  | t.ArrayType<t.Mixed>
  | t.ReadonlyArrayType<t.Mixed>
  | t.RefinementType<t.Mixed>
  | ObjectNode;

type ObjectNode =
  | RecordType<t.Props, t.Props>
  | t.InterfaceType<t.Props>
  | t.PartialType<t.Props>
  | t.ExactType<t.HasProps>
  | t.IntersectionType<t.Mixed[]>;

// io-ts names what has no name after its structure, in brackets and quotes.
const NAME = /^[A-Z][A-Za-z]+$/;
const NAMED: ReadonlySet<string> = new Set([
  'RecordType',
  'InterfaceType',
  'ExactType',
  'IntersectionType',
  'KeyofType',
]);

const tagOf = (codec: t.Mixed): string => (codec as { readonly _tag?: string })._tag ?? '';

/** Whether a value may be left out where this codec reads it. */
export const isOptional = (codec: t.Mixed): boolean => E.isRight(codec.decode(undefined));

const unknownSchema = ({ name }: t.Mixed): Error =>
  new Error(`the schema of the codec ${name} is unknown: declare it with documented()`);

/**
 * A description must come from the codecs that run. `@api-ts/openapi-generator` reads the source of routes
 * written for `@api-ts/io-ts-http`, does not know codecs of our own, and writes OpenAPI 3.0; so the few kinds
 * of codec that are used here are walked here, and what they cannot show comes from `documented`.
 */
export const schemas = ({
  place = '#/components/schemas/',
  isClosed = false,
}: SchemaOptions = {}): Schemas => {
  const named: Record<string, Schema> = {};

  const of = (codec: t.Mixed): Schema => {
    const original = originalOf(codec);
    if (original !== undefined) return { ...of(original), ...factsOf(codec) };
    if (!NAMED.has(tagOf(codec)) || !NAME.test(codec.name)) return written(codec);
    const schema = written(codec);
    const known = named[codec.name] ?? schema;
    if (JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two codecs are called ${codec.name}`);
    }
    named[codec.name] = known;
    return { $ref: `${place}${codec.name}` };
  };

  const written = (codec: t.Mixed): Schema => {
    const schema: Schema = { ...structureOf(codec as unknown as Node), ...factsOf(codec) };
    if (Object.keys(schema).every((key) => key === 'description')) {
      throw unknownSchema(codec);
    }
    return schema;
  };

  const structureOf = (node: Node): Schema => {
    switch (node._tag) {
      case 'StringType':
        return { type: 'string' };
      case 'NumberType':
        return { type: 'number' };
      case 'BooleanType':
        return { type: 'boolean' };
      case 'NullType':
        return { type: 'null' };
      case 'LiteralType':
        return { type: 'string', const: node.value };
      case 'KeyofType':
        return { type: 'string', enum: Object.keys(node.keys) };
      case 'ArrayType':
      case 'ReadonlyArrayType':
        return { type: 'array', items: of(node.type) };
      case 'RefinementType':
        // A list of some length is a list; what narrows a text or a number has to be declared.
        return tagOf(node.type) === 'ArrayType' ? of(node.type) : {};
      case 'UnionType':
        // The object says what may be left out, not the member's schema.
        return eitherOf(node.types.filter((type) => tagOf(type) !== 'UndefinedType').map(of));
      case 'RecordType':
      case 'InterfaceType':
      case 'PartialType':
      case 'ExactType':
      case 'IntersectionType':
        return objectOf(fieldsOf(node), of, isClosed);
      default:
        return {};
    }
  };

  return { of, named: () => named };
};

// A bound or a pattern of a string says nothing of null, so both fit into one schema; a list of values would not.
const eitherOf = (schemas: ReadonlyArray<Schema>): Schema => {
  const [one = {}, other = {}] = schemas;
  if (schemas.length === 1) return one;
  const plain = typeof one['type'] === 'string' && !('enum' in one) && !('const' in one);
  return schemas.length === 2 && plain && other['type'] === 'null'
    ? { ...one, type: [one['type'] ?? null, 'null'] }
    : { anyOf: schemas };
};

const objectOf = (fields: ReadonlyArray<Field>, of: Schemas['of'], isClosed: boolean): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ key, codec }) => [key, of(codec)])),
  required: fields.filter(({ needed }) => needed).map(({ key }) => key),
  ...(isClosed && { additionalProperties: false }),
});

interface Field {
  readonly key: string;
  readonly codec: t.Mixed;
  readonly needed: boolean;
}

const fields = (props: t.Props, needed: (codec: t.Mixed) => boolean): ReadonlyArray<Field> =>
  Object.entries(props).map(([key, codec]) => ({ key, codec, needed: needed(codec) }));

const fieldsOf = (node: ObjectNode): ReadonlyArray<Field> => {
  switch (node._tag) {
    case 'RecordType':
      return [...fields(node.required, () => true), ...fields(node.optional, () => false)];
    case 'InterfaceType':
      return fields(node.props, (codec) => !isOptional(codec));
    case 'PartialType':
      return fields(node.props, () => false);
    case 'ExactType':
      return fieldsOf(node.type as unknown as ObjectNode);
    case 'IntersectionType':
      return node.types.flatMap((type) => fieldsOf(type as unknown as ObjectNode));
    default:
      throw new Error(`${(node as t.Mixed).name} is no object of named fields`);
  }
};
