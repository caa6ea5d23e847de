import { EVENT_MEANINGS } from '@hundi/core/wire';
import { code, page, sentence, table } from './markdown.js';

/** Every type of event. */
export const eventsPage = (): string =>
  page(
    'Events',
    'The service sends an event as a webhook to each endpoint that subscribes to its type, and keeps it in the feed `GET /v1/partner/events`. An endpoint subscribes to types, to families (`transaction.*`) or to `*`. The `webhooks` of `/openapi.json` have the schema of each body and the headers that sign it. [Receive webhooks](../webhooks.md) says how, [decisions §11](../decisions.md#11-events-and-webhooks) what an event holds.',
    table(
      ['Type', 'Sent when'],
      Object.entries(EVENT_MEANINGS).map(([type, meaning]) => [code(type), sentence(meaning)]),
    ),
  );
