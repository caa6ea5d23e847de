import { INCIDENT_KINDS } from '@hundi/core/wire';
import { listAllIncidents } from '@hundi/core/operator';
import { EXIT, Misused, numberOf, textOf, type Command, type Given } from '../command/command.js';
import { DATABASE_OPTION } from '../local/database-of.js';
import { sayThereAreMore } from '../command/limit.js';
import { payoutLine } from '../local/operator-lines.js';
import { reading } from '../local/reading.js';
import { moment } from '../terminal/moment.js';
import { plain } from '../terminal/plain.js';

const kindOf = (given: Given) => {
  const text = textOf(given, 'kind');
  const kind = INCIDENT_KINDS.find((one) => one === text);
  if (text === undefined || kind !== undefined) return kind;
  throw new Misused(`--kind: expected one of ${INCIDENT_KINDS.join(', ')}`);
};

/** `hundi incidents`: what a person should look at, of all corporates. */
export const incidents: Command = {
  options: {
    kind: { type: 'string', value: 'KIND', about: 'only these' },
    corporate: { type: 'string', value: 'ID', about: 'only at this corporate' },
    limit: { type: 'string', value: 'NUMBER', about: 'at most so many; else 100' },
    ...DATABASE_OPTION,
  },
  about:
    'Lists the incidents of all corporates, the last one first, each with the payout that it is about (docs/reference/incidents.md says what to do at each kind). Reads only, beside the services.',
  examples: ['hundi incidents --kind outcome_unknown'],
  run: (given, around) => {
    const kind = kindOf(given);
    const corporateTenantId = textOf(given, 'corporate');
    const limit = numberOf(given, 'limit', { min: 1, max: 100_000, usual: 100 });
    return reading(given, around, async ({ storage }) => {
      let shown = 0;
      const filter = {
        ...(kind !== undefined && { kind }),
        ...(corporateTenantId !== undefined && { corporateTenantId }),
      };
      for await (const one of listAllIncidents(storage, filter)) {
        if (shown === limit) {
          sayThereAreMore(limit, around);
          break;
        }
        const { incident, payout } = one;
        around.out(
          given.json
            ? JSON.stringify(one)
            : plain(
                `${moment(incident.at)} ${incident.tenant.corporateTenantId} ${incident.kind} ${incident.subjectId}: ${incident.detail}`,
              ),
        );
        if (!given.json && payout !== undefined) around.out(`  ${payoutLine(payout)}`);
        shown += 1;
      }
      if (!given.json && shown === 0) around.out('no incident');
      return EXIT.done;
    });
  },
};
