import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';
import { withStores } from './plant.js';

export const guardMutants: ReadonlyArray<Mutant> = [
  {
    name: 'sent-although-held',
    bug: 'a payout that the guard holds is sent',
    ports: () =>
      withStores(({ journal }) => ({
        journal: instead(journal, {
          ofMany: async (tenant, subjectIds) =>
            (await journal.ofMany(tenant, subjectIds)).map((placed) => {
              const { entry } = placed;
              return entry.subjectKind === 'send_review' && entry.to === 'held'
                ? { ...placed, entry: { ...entry, to: 'go' } }
                : placed;
            }),
        }),
      })),
  },
];
