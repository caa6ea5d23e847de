import type { JournalEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Via } from '../../../kernel/values/via.js';
import {
  defaultAccount,
  latestOf,
  PayeeValues,
  pendingChangeOf,
  valuesOf,
  type Beneficiary,
} from './beneficiary.js';
import type { BeneficiaryCommand } from './beneficiary-machine.js';

const valuesIn = (values: PayeeValues) => ({
  values: PayeeValues.encode(valuesOf(values)) as JsonObject,
});

const entryOf = (
  payee: Beneficiary,
  step: Pick<JournalEntry, 'from' | 'to' | 'at' | 'actor' | 'changes'>,
  via: Via | undefined,
): JournalEntry => ({
  tenant: tenantOf(payee),
  subjectKind: 'beneficiary',
  subjectId: payee.beneficiaryId,
  sequence: payee.revision,
  ...step,
  ...(via !== undefined && { via }),
});

/** The journal entry of a new payee, and of the key that brought it. */
export const newBeneficiaryEntry = (payee: Beneficiary, actor: string, via?: Via): JournalEntry => {
  const { beneId, state: to, createdAt: at } = payee;
  const { accountId: defaultAccountId } = defaultAccount(payee);
  return entryOf(
    payee,
    { to, at, actor, changes: { beneId, defaultAccountId, ...valuesIn(payee) } },
    via,
  );
};

/** The journal entry of what a document said that led a payee nowhere. It has no event. */
export const notedEntry = (payee: Beneficiary, actor: string, at: EpochMs): JournalEntry => {
  const from = stateOf(payee);
  return entryOf(
    payee,
    { from, to: 'noted', at: Math.max(at, latestOf(payee)), actor, changes: {} },
    undefined,
  );
};

/** Where the journal says that a payee is: approved and with a change that waits is a state of its own. */
const stateOf = (payee: Beneficiary): string =>
  pendingChangeOf(payee) === undefined ? payee.state : 'change_pending';

/** The state to which a command led, and the values that it set or asks for. */
const outcomeOf = (
  before: Beneficiary,
  { type }: BeneficiaryCommand,
  next: Beneficiary,
): Pick<JournalEntry, 'to' | 'changes'> => {
  const waits = pendingChangeOf(next);
  if (waits !== undefined) return { to: 'change_pending', changes: valuesIn(waits.values) };
  if (type === 'change')
    return { to: next.state === 'approved' ? 'changed' : next.state, changes: valuesIn(next) };
  if (type === 'deactivate' || before.state === 'pending_approval')
    return { to: next.state, changes: {} };
  return type === 'approve'
    ? { to: 'changed', changes: valuesIn(next) }
    : { to: 'change_rejected', changes: {} };
};

/** The journal entry of the step that a command led a payee, and of the key that brought it. */
export const beneficiaryEntry = (
  before: Beneficiary,
  command: BeneficiaryCommand,
  next: Beneficiary,
  via?: Via,
): JournalEntry => {
  const { to, changes } = outcomeOf(before, command, next);
  const comment = 'comment' in command ? command.comment : undefined;
  const onBehalfOf = 'onBehalfOf' in command ? command.onBehalfOf : undefined;
  return entryOf(
    next,
    {
      from: stateOf(before),
      to,
      at: Math.max(command.at, latestOf(before)),
      actor: command.by,
      changes: {
        ...changes,
        ...(comment !== undefined && { comment }),
        ...(onBehalfOf !== undefined && { onBehalfOf }),
      },
    },
    via,
  );
};
