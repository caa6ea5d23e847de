import { AuthorityKey } from '../../authority/authority-key.js';
import { CheckedSignatures } from '../../authority/checked-signatures.js';
import { PolicyMarks } from '../../authority/policy-marks.js';
import { about, subjectsOfWork } from '../../duty/about.js';
import { DutyParts } from '../../duty/duty-parts.js';
import { retryDelay, type Duty } from '../../duty/duty.js';
import { BankRail, type SubmitAnswer } from '../../../ports/bank-rail.js';
import type { Nonsense } from '../../../ports/nonsense.js';
import { declaredBy } from '../../../ports/declared-traits.js';
import { Pacer } from '../../../ports/pacer.js';
import { commit } from '../../../storage/commit.js';
import { recipe, token } from '../../../kernel/token.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { commitAnswers } from '../../bank-answer/answers.js';
import { submitToBank } from '../../bank-answer/ask-bank.js';
import { SEND_STARTS_WITHIN } from '../../bank-answer/absence.js';
import { UNKNOWN } from '../../../model/settlement/order/bank-answer.js';
import { bankOrderOf } from '../../../model/settlement/order/bank-order.js';
import { ordersACommit } from '../../bank-answer/orders-a-commit.js';
import { traceOf } from '../../bank-answer/trace-of.js';
import { Unrecorded } from '../../duty/unrecorded.js';
import { writeRecordsAcross } from '../../writer/write-changes.js';
import { Guarding } from './guarding.js';
import { intendCall } from './intend-call.js';
import type { Intended } from './intend.js';
import type { Sending } from './form-groups.js';
import { makeSendAuthority } from './send-authority.js';
import { GuardedSendMark } from '../../duty/guarded-send-mark.js';

/**
 * The duty that sends approved and scheduled payouts to the bank. The intent is committed first; then the
 * rail is called with no database in reach; then the answer is committed, if the claim still holds. A
 * claim that lapses falls to `query-unknowns`: nothing is sent twice without asking (decisions §8). Where
 * the mark shows that the database has forgotten sends, older payouts are asked about instead of sent. What people
 * signed is compared with what would be sent: what differs waits, with an incident. The guard of the host, if there is
 * one, is asked about each payout before its intent.
 */
export type SendToBank = Duty;
export const SendToBank = token<SendToBank>('SendToBank');

export const makeSendToBank = recipe(
  SendToBank,
  {
    Parts: DutyParts,
    Rail: BankRail,
    SendMark: GuardedSendMark,
    Pacer,
    Unrecorded,
    AuthorityKey,
    PolicyMarks,
    Signatures: CheckedSignatures,
    Guarding,
  },
  ({
    parts,
    rail,
    sendMark,
    pacer,
    unrecorded,
    authorityKey,
    policyMarks,
    signatures,
    guarding,
  }): SendToBank => {
    const { storage, clock, claims, causes } = parts;
    const authority = makeSendAuthority(authorityKey, policyMarks, signatures);
    const { ordersACall: callMax, ordersAGroup: groupMax } = declaredBy(rail);
    // How much is due shows only in the claim. After a large one there is mostly more.
    let lastClaimed = 0;
    // How many orders share a commit of intents, by how long the last call took: a bank that was slow will be slow.
    let portion = ordersACommit(0, 0);

    /** Gives the orders to the bank while the claims on them hold, and commits what it answers. */
    const send = (
      { sending, traces }: Pick<Intended, 'sending' | 'traces'>,
      intendedAt: EpochMs,
    ): Promise<void> => {
      const held = sending.map(({ work }) => work);
      const subjects = subjectsOfWork(held);
      const report = (error: unknown) => causes.report('send-to-bank', error, subjects);
      // The bank was not called: nothing is to be asked. If the claim has lapsed meanwhile, `query-unknowns` asks nevertheless.
      const giveBack = (): Promise<void> => {
        // In one moment: orders of a group are sent again together.
        const runAt = clock.now() + retryDelay(Math.max(...held.map(({ attempts }) => attempts)));
        const later = held.map((work) => ({ ...work, duty: 'send-to-bank', runAt }) as const);
        return commit(storage, (stores) => writeRecordsAcross(stores, { handled: { later } }));
      };
      const call = async (): Promise<void> => {
        try {
          await sendMark.raise({ token: highestOf(sending), at: intendedAt });
        } catch (error) {
          await giveBack();
          throw error;
        }
        // A call that begins this late might outlive the claim.
        const askedAt = clock.now();
        if (askedAt - intendedAt > SEND_STARTS_WITHIN) return giveBack();
        const record = (answers: ReadonlyArray<SubmitAnswer | Nonsense>): Promise<void> => {
          const answered = sending.map((one, i) => ({ answer: answers[i] ?? UNKNOWN, ...one }));
          return commitAnswers(answered, { storage, clock, rail, askedAt, unrecorded });
        };
        const answers = await submitToBank(
          rail,
          sending.map(({ payout, payer, group }) =>
            bankOrderOf(payout, payer, { traceparent: traceOf(traces, payout), group }),
          ),
          { pacer, report },
          // An answer that comes after the time of the call: it goes to the inbox, or still counts.
          (late) => void record(late).catch(report),
        );
        portion = ordersACommit(clock.now() - askedAt, sending.length);
        await record(answers);
      };
      return about(subjects, () => claims.under(held, 'query-unknowns', call));
    };

    return {
      name: 'send-to-bank',
      lanes: 2,
      chunk: callMax,
      run: async (onFull) => {
        const recorded = await unrecorded.record();
        if (unrecorded.isFull()) return recorded;
        const intendedAt = clock.now();
        const intended = await intendCall(parts, {
          now: intendedAt,
          traits: rail.traits,
          groupMax,
          atHand: {
            ...(await authority.atHand()),
            isGuarded: guarding.isOn,
            isNeverAbsent: rail.traits.absenceFinalAfterMs === null,
          },
          portion,
          callMax,
          expected: lastClaimed,
          report: (error) => causes.report('send-to-bank', error),
        });
        lastClaimed = intended.claimed;
        if (lastClaimed >= callMax) onFull?.();
        if (intended.sending.length > 0) await send(intended, intendedAt);
        // For the next run: these were given back. If the call of the bank fails, they fall due by themselves.
        await authority.check(intended.toCheck);
        await guarding.screen(intended.toScreen);
        return intended.claimed + recorded;
      },
    };
  },
);

const highestOf = (sending: ReadonlyArray<Sending>): number =>
  sending.reduce((highest, { work }) => Math.max(highest, work.token), 0);
