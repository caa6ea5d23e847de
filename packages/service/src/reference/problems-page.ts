import { PROBLEM_TYPES } from '@hundi/adapter-koa';
import { code, page, table } from './markdown.js';

/** Every type of problem. */
export const problemsPage = (): string =>
  page(
    'Problem types',
    'A request that fails is answered with `application/problem+json` (RFC 9457). Branch on `type`, show `detail` to people, and do not parse `title`. `/openapi.json` lists the problems of each call, with an example of each.',
    table(
      ['Type', 'Status', 'What to do'],
      Object.entries(PROBLEM_TYPES).map(([type, { status, advice }]) => [
        code(type),
        String(status),
        advice,
      ]),
    ),
  );
