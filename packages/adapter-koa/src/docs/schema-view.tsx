import type { Json } from '@hundi/core';
import type { ComponentChildren } from 'preact';
import type { Schema } from '../openapi/model.js';
import { inline } from './prose.js';

const REF = '#/components/schemas/';

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemasIn = (value: Json | undefined): ReadonlyArray<Schema> =>
  Array.isArray(value) ? (value as ReadonlyArray<Json>).filter(isSchema) : [];

const wordsIn = (value: Json | undefined): ReadonlyArray<string> =>
  Array.isArray(value) ? (value as ReadonlyArray<Json>).map(String) : [];

const word = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const between = (
  contents: ReadonlyArray<ComponentChildren>,
  separator: string,
): ComponentChildren => contents.map((content, i) => (i === 0 ? content : [separator, content]));

/** The type of a value in a few words, with links to the schemas that have a name. */
export const typeOf = (schema: Schema): ComponentChildren => {
  const { $ref, type, items, anyOf, format } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice(REF.length);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  if (anyOf !== undefined) return between(schemasIn(anyOf).map(typeOf), ' or ');
  if ('const' in schema) return <code>{JSON.stringify(schema['const'])}</code>;
  if (type === 'array' && isSchema(items)) return ['array of ', typeOf(items)];
  const name = Array.isArray(type) ? wordsIn(type).join(' or ') : word(type);
  return format === undefined ? name : `${name} (${word(format)})`;
};

const BOUNDS: ReadonlyArray<readonly [key: string, before: string, after: string]> = [
  ['default', 'default', ''],
  ['minimum', 'at least', ''],
  ['maximum', 'at most', ''],
  ['minLength', 'at least', ' characters'],
  ['maxLength', 'at most', ' characters'],
  ['minItems', 'at least', ' items'],
  ['maxItems', 'at most', ' items'],
  ['pattern', 'pattern', ''],
];

const boundsOf = (schema: Schema): ComponentChildren => {
  // That a length or a count is not below zero goes without saying.
  const bounds = BOUNDS.filter(([key]) => schema[key] !== undefined && schema[key] !== 0).map(
    ([key, before, after]) => (
      <>
        {before} <code>{word(schema[key])}</code>
        {after}
      </>
    ),
  );
  return bounds.length > 0 && <p class="bounds">{between(bounds, ' · ')}</p>;
};

const valuesOf = (schema: Schema): ComponentChildren => {
  const values = wordsIn(schema['enum']);
  return (
    values.length > 0 && (
      <p class="values">
        {between(
          values.map((value) => <code>{value}</code>),
          ' ',
        )}
      </p>
    )
  );
};

/** The keywords of a schema beyond its type. */
export const detailsOf = (schema: Schema): ComponentChildren => {
  const { description, type, items } = schema;
  return [
    typeof description === 'string' && description !== '' && <p>{inline(description)}</p>,
    boundsOf(schema),
    valuesOf(schema),
    type === 'array' && isSchema(items) ? within(items) : fieldsOf(schema),
  ];
};

// A list of values is described by its values; a reference is described at its target.
const within = (items: Schema): ComponentChildren => [
  valuesOf(items),
  boundsOf(items),
  fieldsOf(items),
];

/** One named value and what is known of it; `place` is where it stands if not in a body. */
export const Field = ({
  name,
  schema,
  required,
  place,
}: {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly place?: string;
}) => (
  <li>
    <span class="name">{name}</span> <span class="type">{typeOf(schema)}</span>{' '}
    {place !== undefined && <span class="type">· {place}</span>}{' '}
    {required && <span class="required">required</span>}
    {detailsOf(schema)}
  </li>
);

const fieldsOf = (schema: Schema): ComponentChildren => {
  const { properties, required } = schema;
  if (!isSchema(properties)) return false;
  const needed = wordsIn(required);
  return (
    <ul class="fields">
      {Object.entries(properties).map(
        ([name, property]) =>
          isSchema(property) && (
            <Field name={name} schema={property} required={needed.includes(name)} />
          ),
      )}
    </ul>
  );
};
