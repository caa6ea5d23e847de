import type { SchemaWords } from '../engine/dialect.js';
import { schema1 } from './schema-1.js';
import { schema2 } from './schema-2.js';
import { schema3 } from './schema-3.js';
import { schema4 } from './schema-4.js';
import { schema5 } from './schema-5.js';
import { schema6 } from './schema-6.js';
import { schema7 } from './schema-7.js';
import { schema8 } from './schema-8.js';
import { schema9 } from './schema-9.js';
import { schema10 } from './schema-10.js';
import { schema11 } from './schema-11.js';
import { schema12 } from './schema-12.js';
import { schema13 } from './schema-13.js';
import { schema14 } from './schema-14.js';
import { schema15 } from './schema-15.js';
import { schema16 } from './schema-16.js';
import { schema17 } from './schema-17.js';
import { schema18 } from './schema-18.js';

/** One step of the schema. Once released it is never edited: the next change is the next step. */
export type Migration = (words: SchemaWords) => ReadonlyArray<string>;

/** Version n is what the first n steps make. */
export const MIGRATIONS: ReadonlyArray<Migration> = [
  schema1,
  schema2,
  schema3,
  schema4,
  schema5,
  schema6,
  schema7,
  schema8,
  schema9,
  schema10,
  schema11,
  schema12,
  schema13,
  schema14,
  schema15,
  schema16,
  schema17,
  schema18,
];
