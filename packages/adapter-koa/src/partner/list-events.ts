import { FeedItem, FeedQuery } from '@hundi/core/wire';
import { eventPage } from '../examples/events.js';
import { cursorAnswer, cursorPageOf } from '../http/list-answer.js';
import { cursorQuery } from '../http/page-query.js';
import { route } from '../route/route.js';

export const listEvents = route({
  method: 'GET',
  path: '/v1/partner/events',
  scope: 'payments',
  about: {
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'Lists every event, oldest first, with the bodies that webhooks deliver and the hash chain that proves them. Use it to recover missed deliveries. An event appears within moments of the change that it describes. Every page has a nextCursor, including the last one: use it later to get newer events, with the same or other types. Without a cursor the list begins with the first event that is not in the archive.',
  },
  params: {},
  query: { ...FeedQuery, ...cursorQuery(50, 100) },
  headers: {},
  refusals: ['InvalidCursor', 'EventsArchived'],
  success: {
    status: 200,
    body: cursorAnswer('EventPage', FeedItem),
    example: eventPage,
  },
  run: (engine, { caller, query: { limit, after, types } }) =>
    engine.listEvents(caller.tenant, {
      limit,
      ...(after !== undefined && { after }),
      ...(types !== undefined && { types }),
    }),
  reply: cursorPageOf,
});
