import { recipe, token } from '../../kernel/token.js';
import { Clock } from '../../ports/clock.js';
import type { Person } from '../../model/portal/session/person.js';
import { Storage } from '../../storage/storage.js';
import { factorsAt } from '../../model/factor/held/factor.js';
import { factorView, type FactorView } from '../../model/factor/held/factor-view.js';

/** A person's own factors that they have proved, oldest first. */
export type ListFactors = (person: Person) => Promise<ReadonlyArray<FactorView>>;
export const ListFactors = token<ListFactors>('ListFactors');

export const makeListFactors = recipe(
  ListFactors,
  { Storage, Clock },
  ({ storage, clock }) =>
    async ({ tenant, userId }) => {
      const held = await storage.read(({ factors }) => factors.find(tenant, userId));
      return held === undefined
        ? []
        : factorsAt(held, clock.now())
            .filter(({ state }) => state !== 'enrolled')
            .map(factorView);
    },
);
