import type { IncidentKind } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

/** The journal keeps no incident of this kind whose detail has these words. */
const losing =
  (lost: IncidentKind, words = ''): Planting =>
  () =>
    withStores(({ journal }) => ({
      journal: instead(journal, {
        raise: (incidents) =>
          journal.raise(
            incidents.filter(({ kind, detail }) => kind !== lost || !detail.includes(words)),
          ),
      }),
    }));

export const fileMutants: ReadonlyArray<Mutant> = [
  {
    name: 'second-utr-unnoticed',
    bug: 'the bank may say paid again with another UTR',
    ports: losing('contradictory_answer', 'with UTR'),
  },
  {
    name: 'refused-file-unnoticed',
    bug: 'a broken file of the bank raises no incident',
    ports: losing('bank_file_refused'),
  },
  {
    name: 'entry-unnoticed',
    bug: 'a line of a statement that agrees with no order raises no incident',
    ports: losing('bank_entry_unmatched'),
  },
  {
    name: 'status-at-the-bank',
    bug: 'a status that agrees with no order is not shown at the payout that it names',
    engine: (engine) =>
      instead(engine, {
        raiseIncidents: ({ incidents }) =>
          engine.raiseIncidents({
            incidents: incidents.map(({ bankRef: _named, ...incident }) => incident),
          }),
      }),
  },
];
