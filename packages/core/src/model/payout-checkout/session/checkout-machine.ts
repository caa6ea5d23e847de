import type { Command, Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import { CodeTooSoon, NoCodesLeft, PayoutCheckoutClosed } from './checkout-errors.js';
import type { OpenSession, PayoutCheckout } from './payout-checkout.js';
import type { KeptCode } from './kept-code.js';

/** Between two codes of one session. */
const CODE_PAUSE = 30 * SECOND;

/** How many codes one session gets. */
export const CODES_MAX = 3;

/** The commands on a session, beside {@link sendNextCode}. */
export type CheckoutCommand = Command &
  (
    | { readonly type: 'look' }
    | { readonly type: 'enter'; readonly browserDigest: string }
    | { readonly type: 'miss' }
    | { readonly type: 'change' }
    | { readonly type: 'submit'; readonly transactionId: TransactionId }
    | { readonly type: 'cancel' }
  );

/** A code that was made for an open session, and when. */
export interface SendCodeCommand extends Command {
  readonly code: Omit<KeptCode, 'number' | 'void'>;
}

type Stepped<L = never> = E.Either<PayoutCheckoutClosed | L, PayoutCheckout>;

/**
 * open --anything, at or past expiresAt--> expired
 * open --submit--------------------------> submitted
 * open --cancel--------------------------> cancelled
 * open --enter---------------------------> open, in the hands of another browser
 * open --sendNextCode--------------------> open, with a new code; refused within 30 s, and after the third
 * open --miss (its mail was not sent)----> open, another code may be sent at once
 * open --change (of what was picked)-----> open, its code void
 * open --look----------------------------> open, unchanged
 * any other state ends there: nothing leads out of it
 *
 * That a session has expired is a step and no refusal, for it is remembered: no clock that goes back undoes it.
 */
export const stepCheckout: Machine<PayoutCheckout, CheckoutCommand, PayoutCheckoutClosed> = (
  session,
  command,
) => whileOpen(session, command.at, (open) => E.right(changed(open, command)));

export const sendNextCode: Machine<
  PayoutCheckout,
  SendCodeCommand,
  PayoutCheckoutClosed | CodeTooSoon | NoCodesLeft
> = (session, { code, at }) =>
  whileOpen<CodeTooSoon | NoCodesLeft>(session, at, (open) => {
    if (open.codesSent >= CODES_MAX) return E.left(NoCodesLeft());
    if (at < open.nextCodeAt)
      return E.left(CodeTooSoon(Math.ceil((open.nextCodeAt - at) / SECOND)));
    const number = open.codesSent + 1;
    return E.right({
      ...next(open),
      codesSent: number,
      nextCodeAt: at + CODE_PAUSE,
      code: { ...code, number, void: false },
    });
  });

const whileOpen = <L>(
  session: PayoutCheckout,
  at: EpochMs,
  then: (open: OpenSession) => Stepped<L>,
): Stepped<L> => {
  if (session.status !== 'open') return E.left(PayoutCheckoutClosed(session.status));
  return at < session.expiresAt
    ? then(session)
    : E.right({ ...ended(session, session.expiresAt), status: 'expired' });
};

const changed = (open: OpenSession, command: CheckoutCommand): PayoutCheckout => {
  switch (command.type) {
    case 'look':
      return open;
    case 'enter':
      return { ...next(open), browserDigest: command.browserDigest };
    case 'miss':
      return { ...next(open), nextCodeAt: command.at };
    case 'change':
      return open.code === undefined ? open : { ...next(open), code: { ...open.code, void: true } };
    case 'submit':
      return {
        ...ended(open, command.at),
        status: 'submitted',
        transactionId: command.transactionId,
      };
    case 'cancel':
      return { ...ended(open, command.at), status: 'cancelled' };
  }
};

const next = (open: OpenSession): OpenSession => ({ ...open, revision: open.revision + 1 });

/** The code goes with the end; who holds the session does not, so that the page can show how it ended. */
const ended = (open: OpenSession, at: EpochMs) => {
  const { code: _spent, status: _open, ...kept } = next(open);
  return { ...kept, closedAt: Math.max(at, open.createdAt) };
};
