import { documented } from '@hundi/core/wire';
import * as t from 'io-ts';

const TOKEN = /^[\x21-\x7e]{1,8000}$/;

/**
 * The Preview-Token header of a batch, or none. One that is empty or sent twice is refused: without it the batch would get
 * other verdicts than its sender has seen.
 */
export const PreviewTokenHeader: t.Type<string | undefined, unknown> = documented(
  new t.Type<string | undefined, unknown>(
    'PreviewTokenHeader',
    (u): u is string | undefined => u === undefined || (typeof u === 'string' && TOKEN.test(u)),
    (u, context) => {
      if (u === undefined) return t.success(undefined);
      const [value, ...others] = Array.isArray(u) ? (u as ReadonlyArray<unknown>) : [];
      return typeof value === 'string' && TOKEN.test(value) && others.length === 0
        ? t.success(value)
        : t.failure(u, context, 'the previewToken of one preview');
    },
    t.identity,
  ),
  {
    type: 'string',
    minLength: 1,
    maxLength: 8_000,
    description:
      'The previewToken of a preview of the same batch by the same key or user, within ten minutes. The batch then gets the verdicts of the preview, or 409 with those that have changed.',
  },
);
