import { CHUNK_ROWS } from '../engine/chunks.js';
import type { SchemaWords } from '../engine/dialect.js';

/** The tokens that claims have drawn stand in rows: a copy of the files of PostgreSQL brings its sequences back ahead. */
export const tokensGiven = ({ noteBlocks }: SchemaWords): ReadonlyArray<string> =>
  noteBlocks('work_tokens', CHUNK_ROWS);
