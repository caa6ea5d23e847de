import { provisionSchema } from '../tenants/provision-schema.js';

/** The schema that is published with the service. */
export const SCHEMA_FILE = new URL('../../provision/provision.schema.json', import.meta.url);

/** What it holds. */
export const schemaText = (): string => `${JSON.stringify(provisionSchema(), null, 2)}\n`;
