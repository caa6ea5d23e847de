import type * as t from 'io-ts';
import { schemas } from './json-schema.js';
import type { Schema } from './model.js';

/**
 * A JSON Schema (2020-12) of the documents that a codec reads, for editors and validators. It takes every document
 * that the codec takes, and no object with a member that the codec does not name. Rules between members are not in it.
 *
 * @throws when nothing is known of a codec in it.
 */
export const jsonSchemaOf = (
  codec: t.Mixed,
  { title, description }: { readonly title: string; readonly description: string },
): Schema => {
  const { of, named } = schemas({ place: '#/$defs/', isClosed: true });
  const schema = of(codec);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description,
    ...schema,
    $defs: Object.fromEntries(Object.entries(named()).sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
};
