import { listDisabledEndpoints, makeGetBacklog, type Backlog } from '@hundi/core/operator';
import { EXIT, numberOf, type Command } from '../command/command.js';
import { DATABASE_OPTION } from '../local/database-of.js';
import { spoken } from '../command/durations.js';
import { moment } from '../terminal/moment.js';
import { reading } from '../local/reading.js';

const linesOf = ({ duties, openJobs, unknowns, asksUpTo, incidents }: Backlog) => [
  ...duties
    .filter(({ waiting }) => waiting > 0)
    .map(
      ({ duty, waiting, due, oldestDueMs }) =>
        `${duty}: ${String(waiting)} waiting, ${String(due)} due${due > 0 ? `, the earliest for ${spoken(oldestDueMs)}` : ''}`,
    ),
  `jobs: ${String(openJobs.queued)} queued, ${String(openJobs.processing)} in intake`,
  `unknown outcomes: ${String(unknowns.count)}${unknowns.count > 0 ? `, the oldest for ${spoken(unknowns.oldestMs)}` : ''}`,
  ...(asksUpTo === undefined
    ? []
    : [`payouts made up to ${moment(asksUpTo)} are asked about before they are sent`]),
  ...Object.entries(incidents)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `incidents of the last hour: ${String(count)} ${kind}`),
];

/** `hundi backlog`: how far the background work is behind. */
export const backlog: Command = {
  options: {
    limit: {
      type: 'string',
      value: 'NUMBER',
      about: 'at most so many endpoints for each reason; else 100',
    },
    ...DATABASE_OPTION,
  },
  about:
    'Tells how far the background work is behind, over all corporates, and which webhook endpoints are disabled. Reads only, beside the services.',
  run: (given, around) => {
    const limit = numberOf(given, 'limit', { min: 1, max: 10_000, usual: 100 });
    return reading(given, around, async ({ storage, clock }) => {
      const found = await makeGetBacklog(storage, clock)();
      const disabledEndpoints = await listDisabledEndpoints(storage, limit);
      if (given.json) around.out(JSON.stringify({ ...found, disabledEndpoints }));
      else {
        linesOf(found).forEach(around.out);
        for (const { tenant, endpointId, url, by, at } of disabledEndpoints)
          around.out(
            `disabled endpoint ${endpointId} of ${tenant.corporateTenantId}: ${new URL(url).origin}, since ${moment(at)}, by ${by}`,
          );
      }
      return EXIT.done;
    });
  },
};
