import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

/** Has the engine read one state of a review as another. */
const readAs =
  (state: string, as: string): Planting =>
  () =>
    withStores(({ journal }) => ({
      journal: instead(journal, {
        ofMany: async (tenant, subjectIds) =>
          (await journal.ofMany(tenant, subjectIds)).map((placed) => {
            const { entry } = placed;
            return entry.subjectKind === 'send_review' && entry.to === state
              ? { ...placed, entry: { ...entry, to: as } }
              : placed;
          }),
      }),
    }));

export const guardMutants: ReadonlyArray<Mutant> = [
  {
    name: 'sent-although-held',
    bug: 'a payout that the guard holds is sent',
    ports: readAs('held', 'go'),
  },
  {
    name: 'released-by-one',
    bug: 'a payout that the guard holds is sent once one operator has asked to release it',
    ports: readAs('release_asked', 'released'),
  },
];
