import { E } from '../../../kernel/fp.js';
import type { Machine } from '../../../kernel/values/machine.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { PasskeyCopied, WrongFactor, WrongFactorState } from './factor-errors.js';
import type { Factor, FactorState } from './factor.js';
import type { Credential } from '../../../ports/passkeys.js';

/** What the right code or answer of a factor teaches: it is not right again. */
export type Learnt = { readonly step: number } | { readonly counter: number };

/** What a first proof shows of a factor. */
export type Proved = { readonly step: number } | { readonly credential: Credential };

export type FactorCommand =
  | {
      readonly type: 'confirm';
      readonly at: EpochMs;
      readonly proved: Proved;
      /** Until when a second person may decide, and on which change. */
      readonly waitsUntil: EpochMs;
      readonly changeId: string;
    }
  | { readonly type: 'approve' | 'remove'; readonly at: EpochMs }
  | { readonly type: 'use'; readonly at: EpochMs; readonly learnt: Learnt };

/**
 * enrolled --confirm (time left)--> waiting
 * waiting --approve (time left)---> active: at once where the corporate asks for no second person
 * active --use--------------------> active, with a later step or a higher count
 * enrolled, waiting, active --remove--> removed
 * removed: nothing leads on
 */
export const stepFactor: Machine<
  Factor,
  FactorCommand,
  WrongFactorState | WrongFactor | PasskeyCopied
> = (factor, command) => {
  const { state, expiresAt } = factor;
  if (expiresAt !== undefined && expiresAt <= command.at && command.type !== 'remove')
    return E.left(WrongFactorState(state));
  if (FROM[command.type].every((one) => one !== state)) return E.left(WrongFactorState(state));
  switch (command.type) {
    case 'confirm': {
      const { proved, waitsUntil, changeId } = command;
      const known = knowing(factor, proved);
      if (known === undefined) return E.left(WrongFactor());
      const { begunIn: _over, ...proven } = known;
      return E.right(moved({ ...proven, expiresAt: waitsUntil, changeId }, 'waiting'));
    }
    case 'approve':
      return E.right(moved(waitingNoMore(factor), 'active'));
    case 'remove':
      return E.right(moved(factor, 'removed'));
    case 'use':
      return used(factor, command.learnt, command.at);
  }
};

const FROM: Readonly<Record<FactorCommand['type'], ReadonlyArray<FactorState>>> = {
  confirm: ['enrolled'],
  approve: ['waiting'],
  remove: ['enrolled', 'waiting', 'active'],
  use: ['active'],
};

const moved = (factor: Factor, state: FactorState): Factor => ({
  ...factor,
  state,
  revision: factor.revision + 1,
});

const waitingNoMore = (factor: Factor): Factor => {
  const { expiresAt: _over, changeId: _change, ...rest } = factor;
  return rest;
};

const knowing = (factor: Factor, proved: Proved): Factor | undefined => {
  if (factor.kind === 'totp')
    return 'step' in proved ? { ...factor, lastStep: proved.step } : undefined;
  return 'credential' in proved ? { ...factor, credential: proved.credential } : undefined;
};

const used = (
  factor: Factor,
  learnt: Learnt,
  at: EpochMs,
): E.Either<WrongFactor | PasskeyCopied, Factor> => {
  const lastUsedAt = Math.max(at, factor.lastUsedAt ?? factor.createdAt);
  if (factor.kind === 'totp') {
    if (!('step' in learnt)) return E.left(WrongFactor());
    const { lastStep = -1 } = factor;
    if (learnt.step <= lastStep)
      return E.left(learnt.step === lastStep ? WrongFactor('code_used') : WrongFactor());
    return E.right(moved({ ...factor, lastUsedAt, lastStep: learnt.step }, 'active'));
  }
  const { credential } = factor;
  if (!('counter' in learnt) || credential === undefined) return E.left(WrongFactor());
  // A passkey that several devices share does not count: it reports 0 for ever.
  const counts = learnt.counter > 0 || credential.counter > 0;
  if (counts && learnt.counter <= credential.counter) return E.left(PasskeyCopied());
  const counted = { ...credential, counter: learnt.counter };
  return E.right(moved({ ...factor, lastUsedAt, credential: counted }, 'active'));
};
