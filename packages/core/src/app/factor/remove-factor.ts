import * as t from 'io-ts';
import { callersChange } from '../change/change.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import type { CallersUseCase } from '../../kernel/use-case/use-case.js';
import type { Person } from '../../model/portal/session/person.js';
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
import { changesAbout, withdrawing } from '../settings/withdraw-changes.js';

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
 * recovery code) first, in this session. The recovery codes go with the last factor, and the change by which a second person
 * was to approve it goes with one that waits.
 */
export type RemoveFactor = CallersUseCase<Person, RemoveFactorInput, RemoveFactorError, undefined>;
export const RemoveFactor = token<RemoveFactor>('RemoveFactor');

export const makeRemoveFactor = callersChange(RemoveFactor, RemoveFactorInput, {
  read: async (stores, { tenant, userId }, { factorId }) => {
    const held = await stores.factors.find(tenant, userId);
    if (held === undefined) return E.left(FactorNotFound());
    const asked = held.factors.filter((one) => one.factorId === factorId);
    return E.right({ held, waiting: await changesAbout(stores, tenant, asked) });
  },
  decide: ({ held, waiting }, { factorId }, at, { userId, givenFactor }) => {
    const known = factorsAt(held, at);
    const before = known.find((one) => one.factorId === factorId);
    if (before === undefined) return E.left(FactorNotFound());
    if (activeFactors(held).length > 0 && givenFactor === undefined)
      return E.left(SecondFactorNeeded());
    const removed = stepFactor(before, { type: 'remove', at });
    if (E.isLeft(removed)) return removed;
    const happened = { at, actor: userId };
    const left = known.filter((one) => one !== before);
    const next = withFactors(held, left, happened);
    const withdrawn = withdrawing(waiting, { by: userId, at });
    return E.right({
      changes: {
        saves: [({ factors }) => factors.put(next.held), ...withdrawn.saves],
        entries: [
          factorEntry(next.held, before, removed.right, happened),
          ...next.entries,
          ...withdrawn.entries,
        ],
      },
      answer: undefined,
    });
  },
});
