import { mkdir, writeFile } from 'node:fs/promises';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import { demoFile } from './demo-file.js';
import { REFERENCE, referencePages } from './reference-pages.js';
import { SCHEMA_FILE, schemaText } from './schema-file.js';

await mkdir(REFERENCE, { recursive: true });
for (const [name, text] of Object.entries(await referencePages()))
  await writeFile(new URL(name, REFERENCE), text);
await writeFile(SCHEMA_FILE, schemaText());
await writeFile(DEMO_DOCUMENT, JSON.stringify(demoFile()));
