import { readFile, writeFile } from 'node:fs/promises';
import { citusStatements } from './citus-statements.js';

const SQL = new URL('../../sql/', import.meta.url);

const postgres = await readFile(new URL('postgresql.sql', SQL), 'utf8');
await writeFile(new URL('citus.sql', SQL), citusStatements(postgres));
