import * as t from 'io-ts';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import type { Person } from '../../model/portal/session/person.js';
import { Storage } from '../../storage/storage.js';
import { factorEntry } from '../../model/factor/held/factor-entry.js';
import {
  FactorNotFound,
  SecondFactorNeeded,
  type PasskeyCopied,
  type WrongFactor,
  type WrongFactorState,
} from '../../model/factor/held/factor-errors.js';
import { stepFactor } from '../../model/factor/held/factor-machine.js';
import { activeFactors, factorsAt } from '../../model/factor/held/factor.js';
import { withFactors } from '../../model/factor/held/with-factors.js';

const RemoveFactorInput = record('RemoveFactorInput', { factorId: t.string });
type RemoveFactorInput = t.TypeOf<typeof RemoveFactorInput>;

type RemoveFactorError =
  | FactorNotFound
  | SecondFactorNeeded
  | WrongFactorState
  | WrongFactor
  | PasskeyCopied;

/**
 * Removes one of a person's own factors: it opens nothing from the next request on. Who has an active one gives it (or a
 * recovery code) first, in this session. The recovery codes go with the last factor.
 */
export type RemoveFactor = CallersUseCase<Person, RemoveFactorInput, RemoveFactorError, undefined>;
export const RemoveFactor = token<RemoveFactor>('RemoveFactor');

export const makeRemoveFactor = recipe(RemoveFactor, { Storage, Clock }, ({ storage, clock }) =>
  callersUseCase(RemoveFactorInput, ({ tenant, userId, givenFactor }, { factorId }) =>
    storage.atomically(async (stores) => {
      const held = await stores.factors.find(tenant, userId);
      const now = clock.now();
      const known = held === undefined ? [] : factorsAt(held, now);
      const before = known.find((one) => one.factorId === factorId);
      if (held === undefined || before === undefined) return E.left(FactorNotFound());
      if (activeFactors(held).length > 0 && givenFactor === undefined)
        return E.left(SecondFactorNeeded());
      const removed = stepFactor(before, { type: 'remove', at: now });
      if (E.isLeft(removed)) return removed;
      const happened = { at: now, actor: userId };
      const left = known.filter((one) => one !== before);
      const next = withFactors(held, left, happened);
      await writeRecords(stores, {
        saves: [({ factors }) => factors.put(next.held)],
        entries: [factorEntry(next.held, before, removed.right, happened), ...next.entries],
      });
      return E.right(undefined);
    }),
  ),
);
