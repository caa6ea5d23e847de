import { SETTINGS } from '../config/settings.js';
import { code, fromReference, page, table } from './markdown.js';

/** Every setting of the service. */
export const settingsPage = (): string =>
  page(
    'Settings',
    'The service reads its settings from the environment. A wrong or empty value stops the start with one line on stderr and exit code 2. Relative paths start at the directory in which npm was started. [Operating](../operating.md) says how to use them.',
    table(
      ['Variable', 'Default', 'Meaning'],
      Object.entries(SETTINGS).map(([name, { fallback, meaning }]) => [
        code(name),
        fromReference(fallback),
        fromReference(meaning),
      ]),
    ),
  );
