import { createHash } from 'node:crypto';

/** The source by which a policy allows exactly this inline text. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
