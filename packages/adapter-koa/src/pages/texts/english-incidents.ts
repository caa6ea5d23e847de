import type { IncidentKind } from '@hundi/core/wire';

/** What people of a corporate have to know of a kind of incident; operators have guides of their own. */
export interface IncidentAdvice {
  /** What has happened. */
  readonly meaning: string;
  /** What becomes of money, events or records meanwhile. */
  readonly meanwhile: string;
  /** What the person can do, in order. */
  readonly steps: ReadonlyArray<string>;
}

const NOTHING_TO_DO = 'You need do nothing. The operators of your bank look into it.';
const NOT_AGAIN =
  'Do not pay it again, by any way, before the bank has said that it did not execute it.';
const PAYOUT_STAYS = 'The payout keeps the state that it has.';

/** Every kind of incident as the portal explains it to people of a corporate, who have its pages and no commands. */
export const ENGLISH_INCIDENTS: Readonly<Record<IncidentKind, IncidentAdvice>> = {
  intake_failed: {
    meaning: 'The service could not check all payments of a job.',
    meanwhile:
      'Payments of the job that it had not checked are cancelled, and none of them was sent. If your bank has restored a backup, the job waits instead, because the bank may have executed some of its payments.',
    steps: [
      'Open the job: it says which payments are cancelled, or still wait.',
      'If some are cancelled, call your bank and ask whether the cause is gone. Then bring these payments again.',
      'If they still wait, bring none of them again: your bank has to complete what is missing.',
    ],
  },
  indexing_failed: {
    meaning: 'For two minutes the service could not prepare the payouts of a job for the search.',
    meanwhile: 'Payments go on. A search finds them, but more slowly.',
    steps: [NOTHING_TO_DO],
  },
  expiry_failed: {
    meaning:
      'For two minutes the service could not end a payout, a session or a payment link whose time is over, or could not note when payouts of a job expire.',
    meanwhile: 'What should have ended keeps its state for now, and ends later.',
    steps: [
      NOTHING_TO_DO,
      'If a payout should have expired and you do not want it paid any more, reject or cancel it.',
    ],
  },
  sending_failed: {
    meaning:
      'For two minutes the service could not send a payout that is due. The cause is not your data.',
    meanwhile:
      'The payout is not sent. If the payouts of its job are debited together, they wait together. All other payouts go on.',
    steps: [NOTHING_TO_DO, 'If the payment is urgent, call your bank.'],
  },
  outcome_unknown: {
    meaning:
      'The bank has not confirmed a payout for over an hour, or for longer than is usual for this bank.',
    meanwhile:
      'The payout stays “Sent to the bank”, and cannot be cancelled. The service asks the bank again and again, and neither fails the payout nor sends it twice.',
    steps: ['Call your bank, and ask what became of this payout.', NOT_AGAIN],
  },
  nonsense_answer: {
    meaning:
      'The systems of the bank, or of the company that charges cards, gave an answer that cannot be right.',
    meanwhile:
      'The answer changes nothing. What became of the payment counts as unknown, and the service keeps asking.',
    steps: [
      'Wait until the operators of your bank have corrected it. If the payment is urgent, call your bank.',
      NOT_AGAIN,
    ],
  },
  contradictory_answer: {
    meaning:
      'The bank reports another outcome of a payout than before, says that it no longer knows it, or reports on a payout that is in the archive.',
    meanwhile: PAYOUT_STAYS,
    steps: [
      'Compare the payout with the statement of your account.',
      'Call your bank, and settle the difference with it.',
      NOT_AGAIN,
    ],
  },
  unexpected_return: {
    meaning:
      'The bank reports that the money of a payout came back, but it has not reported the payout as paid, or the payout is in the archive.',
    meanwhile: PAYOUT_STAYS,
    steps: [
      'Look at the statement of your account, whether the money is there.',
      'Call your bank, and agree with it where the money is.',
      NOT_AGAIN,
    ],
  },
  late_answer: {
    meaning: 'Older versions of the service raised it; this version does not.',
    meanwhile: 'Nothing waits.',
    steps: ['You need do nothing.'],
  },
  unknown_order: {
    meaning: 'The bank reports on a payment that this service has not accepted.',
    meanwhile: 'The service changes nothing, because it has never sent this order.',
    steps: [
      'Look at the statement of your account, whether the payment is there and whether you know it.',
      'If you do not know it, call your bank at once.',
    ],
  },
  database_restored: {
    meaning:
      'Your bank has restored a backup of this service. What was done last before that may be missing here.',
    meanwhile:
      'The service asks the bank about each payment made before the restore, before it sends, rejects or cancels that payment. Newer payments go out at once.',
    steps: [
      'Compare the newest payouts, approvals and beneficiaries with your own records, and tell your bank what is missing.',
      'Do not make a missing payment again before the bank has said that it did not execute it.',
    ],
  },
  forgotten_charge: {
    meaning:
      'A customer of a checkout or a payment link was charged before a backup was restored, or your bank cannot say. Since then that charge is not counted here: the checkout or link ended unpaid, or was paid a second time.',
    meanwhile: 'The money is not given back by itself.',
    steps: [
      'Check whether you have delivered what the customer paid for.',
      'Call your bank: it looks the charge up, and gives the money back if you have not delivered or were paid twice.',
    ],
  },
  forgotten_order: {
    meaning:
      'The bank has an order that was missing here after a backup was restored, or cannot say whether it has it.',
    meanwhile:
      'A payout takes the outcome that the bank reports, even if it has not been approved again.',
    steps: [
      'Do not make this payment again: it was made before the restore.',
      'Compare it with the statement of your account. Call your bank if they differ.',
    ],
  },
  late_charge: {
    meaning:
      'The card of a customer was charged too late: after the time to pay was over, or after the customer was told that the card was not charged.',
    meanwhile: 'The service has the charge reversed. The customer gets the money back.',
    steps: [
      'You need do nothing, unless the customer asks. Then say that the charge is being reversed.',
      'Look whether the payment is complete: another card may have paid it, or may still pay it. If it ended unpaid and the customer still wants to pay, make another payment link or session.',
    ],
  },
  reversal_unconfirmed: {
    meaning:
      'For over an hour it is unknown whether a customer has the money back that was charged too late.',
    meanwhile: 'The service keeps asking for the reversal, and records when it has taken place.',
    steps: [
      'Do not pay the customer yourself: the money could go back twice.',
      'If the customer asks, call your bank.',
    ],
  },
  charge_unknown: {
    meaning: 'For over an hour it is unknown whether the card of a customer was charged.',
    meanwhile:
      'The service keeps asking, and this payment takes no other card meanwhile. If the card turns out to be charged too late, the customer gets the money back.',
    steps: [
      'Wait, and deliver nothing before the payment is complete.',
      'If the customer asks, call your bank.',
    ],
  },
  sealing_failed: {
    meaning:
      'For two minutes the service could not seal the journal of your company, which records what was done.',
    meanwhile: 'Payments go on. Your systems hear of them later, and no event is lost.',
    steps: [NOTHING_TO_DO],
  },
  delivery_failed: {
    meaning:
      'For two minutes the service could not send events to one of your endpoints. The cause is not your receiver.',
    meanwhile: 'The events of this endpoint wait, and none is lost.',
    steps: [NOTHING_TO_DO],
  },
  delivery_dead: {
    meaning: 'All ten attempts to deliver an event to your endpoint failed, over about three days.',
    meanwhile: 'The event is not sent again by itself. It is not lost.',
    steps: [
      'Look at the attempts of the endpoint under “Webhooks”: they show what your receiver answered.',
      'Ask the people who look after the receiver to correct it, then press “Send again” there.',
    ],
  },
  endpoint_disabled: {
    meaning:
      'Your endpoint answered that it is gone, or every delivery to it failed for five days.',
    meanwhile:
      'Your company gets no events there. Events of an endpoint that failed wait in its queue.',
    steps: [
      'If the endpoint is meant to be gone, delete it under “Webhooks”, or leave it.',
      'Otherwise ask the people who look after the receiver to correct it, then press “Enable” there.',
    ],
  },
  approval_not_proven: {
    meaning:
      'A payout is not proven to be what people of your company signed with their passkeys. It, or its approvals, may have been changed in the database, or it was approved before approvals needed a passkey.',
    meanwhile: 'The payout is not sent, and stays as it is. All other payouts go on.',
    steps: [
      'Compare the payout with what you meant to pay, and call your bank at once if it differs.',
      'Cancel it. If you still want to pay, make it again and approve it.',
    ],
  },
  policies_not_proven: {
    meaning:
      'The approval policy of your company, or its rule for second factors, is not proven to be the one that came into force last.',
    meanwhile: 'No payout of your company is sent. Nothing that waits is lost.',
    steps: [
      'Open “Approval policy”, and compare it with what your company agreed on.',
      'Call your bank at once, and say whether it is right. Payouts go on when the bank has put the right one in force.',
    ],
  },
  guard_away: {
    meaning:
      'The check that your bank makes before it sends a payout does not answer, or gives an answer that cannot be right.',
    meanwhile:
      'Payouts wait, and the service asks again every two minutes. Your bank may send those of some packages without the check.',
    steps: [
      'Wait: payouts go on by themselves. If one is urgent, call your bank.',
      'If you do not want a payout any more, cancel it while it waits.',
    ],
  },
  bank_file_refused: {
    meaning: 'A file of the bank, which says what became of payments, could not be read.',
    meanwhile: 'Nothing of the file is taken. Payouts of which it speaks keep their state.',
    steps: [
      'Wait until the bank has sent the file again.',
      'Pay no payout again that shows no outcome yet, before the bank has said that it did not execute it.',
    ],
  },
  bank_status_unmatched: {
    meaning:
      'In a file the bank reports a state that fits no order that was sent: another number, amount or count, or a state that is not known.',
    meanwhile: 'The report changes nothing. A payout that is named above keeps its state.',
    steps: ['Call your bank, and ask what became of the payout that is named.', NOT_AGAIN],
  },
  bank_entry_unmatched: {
    meaning:
      'Lines of a statement of your account fit no order that was sent: charges, other money, another amount or account, or money that came in. Or pages of the statement are missing or came twice.',
    meanwhile: 'These lines change no payout, and no line counts twice.',
    steps: [
      'Compare the lines in the detail below with the statement of your account. Charges and money that you know need nothing.',
      'If you do not know a line, or it is a payout with another amount or account, or money that came back, call your bank.',
      'Pages that are missing are for the operators of your bank to ask for.',
    ],
  },
  maker_locked: {
    meaning: 'Twenty wrong codes were typed for a maker in one day.',
    meanwhile: 'This maker cannot authorize payouts on pages until the next day of the bank.',
    steps: [
      'Ask the maker. The person who typed the codes had access to sessions of this maker.',
      'If it was not the maker, suspend the maker under “People”, end their sessions, and look at the journal.',
    ],
  },
};
