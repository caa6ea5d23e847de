/**
 * What an operator has to know of a kind of incident. Texts are plain, in backquotes what is typed. People of a corporate,
 * who type no commands, read texts of the portal's pages instead.
 */
export interface IncidentGuide {
  /** What has happened. */
  readonly meaning: string;
  /** What becomes of money, events or records until a person acts. */
  readonly meanwhile: string;
  /** What the operator does, in order. */
  readonly steps: ReadonlyArray<string>;
}

const BY_INCIDENT_ID =
  'Search the log for the incident id at the end of the detail. The line has the stack of the failure.';
const CHARGE_FAILED =
  'If the detail names no attempt but a failure, search the log for the incident id at its end and correct the cause. The engine keeps trying.';
const KEEPS_TRYING =
  'Correct the cause. The engine keeps trying and needs no restart; the incident stays in the list as a record.';

/** Every kind of incident, and what an operator has to know of it. A kind without a guide does not compile. */
export const INCIDENT_GUIDES = {
  intake_failed: {
    meaning: 'Intake gave up a job, or cannot finish it after a restored backup.',
    meanwhile:
      'Undecided payments of a job that was given up are cancelled; none of them was sent. After a restored backup the job stays `processing`, because the bank may have executed some of its payments.',
    steps: [
      BY_INCIDENT_ID,
      'Job given up: correct the cause, then ask the partner to send the cancelled payments again, in a new batch.',
      'Job still `processing`: provision the payee, the package or the account that the detail names. Intake then goes on by itself.',
    ],
  },
  indexing_failed: {
    meaning: "The search terms of a job's payouts could not be written for two minutes.",
    meanwhile: 'Payments go on. Searches still find the payouts, but more slowly.',
    steps: [BY_INCIDENT_ID, KEEPS_TRYING],
  },
  expiry_failed: {
    meaning:
      'For two minutes the engine could not expire a payout, a session or a link, or could not store when payouts of a job expire.',
    meanwhile:
      'What should have ended keeps its status for now, and the event of its end comes late.',
    steps: [BY_INCIDENT_ID, KEEPS_TRYING],
  },
  sending_failed: {
    meaning: 'The engine could not read a payout that is due, or what it goes by, for two minutes.',
    meanwhile:
      'The payout is not sent. Where the payouts of its job are one debit, they wait together, and the incident names one of them. All other payouts go on.',
    steps: [BY_INCIDENT_ID, KEEPS_TRYING],
  },
  outcome_unknown: {
    meaning:
      'The bank has not confirmed a payout for over an hour, or for as long as its rail declares, or the engine could not read the payout for two minutes.',
    meanwhile:
      'The payout stays `sent_to_bank`. The engine asks the bank again and again, and neither fails the payout nor sends it twice.',
    steps: [
      'If the detail names a failure, search the log for the incident id at its end and correct the cause. The engine keeps trying.',
      'Run `hundi payouts REFERENCE` with the id of the incident. It shows the `bankRef`, how often the engine asked, and when it asks next.',
      'Ask the bank what became of this `bankRef`.',
      'If the rail can answer queries, have it answer this one. If it cannot, pass what the bank says to `takeBankReports`. Never pay by another way before the bank has said that it did not execute the order.',
    ],
  },
  nonsense_answer: {
    meaning:
      'The rail or the acquirer answered something that its port does not allow, such as `paid` without a UTR or one answer too few. The detail names who answered, to which call, and the mistake.',
    meanwhile:
      'The answer moves nothing. The outcome counts as unknown, and the engine keeps asking. Where the number of answers was wrong, the incident names the first payout of each corporate in the call.',
    steps: [
      'Correct the adapter of the bank or the acquirer.',
      'Certify it with the kits of `@hundi/testkit`, then start the service with it. The next answer settles the payment.',
    ],
  },
  contradictory_answer: {
    meaning:
      'The bank contradicts an outcome that it reported before, says that it does not have an order after it has said that it has, or reports on a payout that is in the archive. If it reports that money came back, the incident is an `unexpected_return`.',
    meanwhile:
      'The engine changes no state: the first outcome stays. The engine does not send an order again that the bank has said it has, and keeps asking about it. Where the bank reports on a payout before it was sent, the engine asks the bank about it in place of sending it.',
    steps: [
      'Run `hundi payouts REFERENCE` with the id of the incident, and compare its history with the books of the bank.',
      'Settle the difference with the bank and the corporate by hand. The payout stays as it is. If the bank did not execute an order that it has said it has, let it report the order as refused.',
    ],
  },
  unexpected_return: {
    meaning:
      'The bank reports that money came back, of a payout that it has not reported as paid, or that is in the archive.',
    meanwhile: 'The engine changes no state: the first outcome stays.',
    steps: [
      'Run `hundi payouts REFERENCE` with the id of the incident, and compare its history with the books of the bank.',
      'Agree with the bank and the corporate where the money is, and settle it by hand. The payout stays as it is.',
    ],
  },
  late_answer: {
    meaning: 'Older versions raised it; this version does not.',
    meanwhile: 'Nothing waits.',
    steps: ['Nothing.'],
  },
  unknown_order: {
    meaning: 'The bank reports on a payment that intake has not accepted.',
    meanwhile: 'The engine changes nothing, because it has never sent this order.',
    steps: [
      'Ask the bank where the order came from: another system, a test, or a database that was replaced by an older one.',
      'If the database was restored, go through the steps of the restore again.',
    ],
  },
  database_restored: {
    meaning:
      'The database has forgotten sends: it is older than the send mark. A corporate gets this incident once for each restore, when the engine first asks the bank about an open payment made before the restore.',
    meanwhile:
      'The engine asks the bank about each payment made before the restore, before it sends, rejects or cancels that payment. Newer payments go out at once.',
    steps: [
      'Go through the steps of restoring a backup (`docs/backup.md`).',
      'Run `hundi payouts` now and then. It lists the payments whose outcome the bank has not reported. `asksBeforeSendingUpTo` stays in `/readyz`: a payment made before that moment that still waits for approval or for its day is asked about when its turn comes, however late.',
    ],
  },
  forgotten_order: {
    meaning: 'The bank has an order that the restored database had forgotten, or cannot say.',
    meanwhile:
      'A payout in the database takes the outcome that the bank reports, even if it has not been approved again.',
    steps: [
      'Compare the books of the bank with the payout or the session that the incident names.',
      'Inform the corporate: the payment was made before the restore. It must not be sent again.',
    ],
  },
  forgotten_charge: {
    meaning:
      'The acquirer has charged a customer of a checkout session or a payment link before a backup was restored, and the restored database does not count that charge, or the acquirer cannot say. The session or link ended unpaid, or was paid by another charge.',
    meanwhile: 'The money stays with the acquirer. The engine does not give it back by itself.',
    steps: [
      'Look the charge that the detail names up at the acquirer, and the others of its reference.',
      'Ask the merchant whether they have delivered. If they have, the money of one charge is theirs; have the acquirer give all other money back.',
    ],
  },
  late_charge: {
    meaning:
      'A card was charged too late: after its session had ended, or after the acquirer had said that it did not charge the card. In the second case another card may have paid the session, or may still pay it.',
    meanwhile: 'The engine reverses the charge. The customer gets the money back.',
    steps: [
      'Nothing, unless the customer asks. Then say that the charge is being reversed. If the acquirer does not confirm that within an hour, a `reversal_unconfirmed` follows.',
    ],
  },
  reversal_unconfirmed: {
    meaning:
      'The acquirer has not confirmed for over an hour that it gave back what it had charged too late, or the engine could not read the charge or store the answer for two minutes.',
    meanwhile:
      'The engine keeps asking for the reversal. The customer may not have the money back yet.',
    steps: [
      CHARGE_FAILED,
      'Ask the acquirer whether it has reversed the charge of the attempt that the incident names.',
      'Have the acquirer answer the reversal of the engine. The engine then records it by itself. Never pay the customer by another way before the acquirer has said that it did not reverse the charge.',
    ],
  },
  charge_unknown: {
    meaning:
      'The acquirer has not answered about a charge for over an hour, or the engine could not read the charge or store the answer for two minutes.',
    meanwhile:
      'The engine keeps asking, and the session takes no other card meanwhile. If the card turns out to be charged after the session has ended, the engine gives the money back.',
    steps: [
      CHARGE_FAILED,
      'Ask the acquirer what became of the attempt that the incident names.',
      'Have the acquirer answer the query of the engine. The engine then records the outcome by itself.',
    ],
  },
  sealing_failed: {
    meaning: 'The journal of a corporate could not be sealed for two minutes.',
    meanwhile: 'Payments go on. Webhooks and the feed of events of this corporate wait.',
    steps: [BY_INCIDENT_ID, KEEPS_TRYING],
  },
  delivery_failed: {
    meaning: "The engine could not process an endpoint's deliveries for two minutes.",
    meanwhile:
      'The events of this endpoint wait, and none is lost. The cause is on our side, such as a key that is missing from `HUNDI_KEK`; a receiver that fails raises other incidents.',
    steps: [BY_INCIDENT_ID, KEEPS_TRYING],
  },
  delivery_dead: {
    meaning: 'All ten attempts to deliver an event failed, over about three days.',
    meanwhile: 'The event is not sent again. It stays in the feed, `GET /v1/partner/events`.',
    steps: [
      'Ask the partner to correct the receiver. `GET /portal/v1/webhook-endpoints/{endpointId}/deliveries` shows how each attempt ended.',
      'Ask the partner to replay the event: `POST /portal/v1/webhook-endpoints/{endpointId}/replay`.',
    ],
  },
  endpoint_disabled: {
    meaning: 'An endpoint answered 410, or every delivery to it failed for five days.',
    meanwhile:
      'Its corporate gets no events there. Events of an endpoint that failed wait in its queue.',
    steps: [
      'Ask the partner whether the endpoint is meant to be gone. If it is, there is nothing to do.',
      'Otherwise ask the partner to correct the receiver, and to enable the endpoint again: `PATCH /portal/v1/webhook-endpoints/{endpointId}`.',
    ],
  },
  approval_not_proven: {
    meaning:
      'A payout is about to be sent that is not what people signed with their passkeys, or that too few of them signed although the corporate asks for it. Somebody changed the payout, a signature, a passkey or a decision in the database, or a payout was approved before approvals needed a passkey, or under another `PUBLIC_URL`.',
    meanwhile:
      'The payout is not sent, and stays as it is with `statusDetails.code` `approval_not_proven`. The engine looks again every 15 minutes. All other payouts go on.',
    steps: [
      'Run `hundi payouts REFERENCE` with the id of the incident, and compare it with what the corporate meant to pay.',
      'Run `hundi journal verify`: it names entries and signatures that were changed. Find out who wrote into the database.',
      'Have the corporate cancel the payout, and make and approve it again.',
    ],
  },
  policies_not_proven: {
    meaning:
      "The corporate's approval policy or second factor policy is not the one that came into force last: somebody changed it in the database, or a backup was restored that has an older one.",
    meanwhile: 'No payout of this corporate is sent. Nothing that waits is lost.',
    steps: [
      'Compare the policies of the corporate (`GET /portal/v1/approval-policy`, `secondFactor` of its provision document) with what it and the bank agreed.',
      'Put the right ones into the provision document, then run `hundi provision --vouch-for-policies`: the policies are sealed anew, and payouts go on that were approved as they ask. One that a softer policy let pass is cancelled and made again.',
      'If no backup was restored, find out who wrote into the database.',
    ],
  },
  guard_away: {
    meaning:
      'The guard that the bank asks before sending does not answer within 10 s, or answers what its port does not allow. The incident names the first payout of the corporate that it did not judge.',
    meanwhile:
      'Payouts wait, and the guard is asked again every two minutes; those of packages with `whenGuardIsAway` `go` are sent without a verdict. Each process raises one incident a corporate for each outage, and it stays in the list as a record.',
    steps: [
      'Look into the log for the error of `send-to-bank`, and bring the guard back. The payouts then go on by themselves.',
      'If the guard answers, correct its adapter: one verdict for each question, each with a `kind`, a `code` and a `reason` that `SendGuard` allows.',
    ],
  },
  bank_file_refused: {
    meaning:
      'A file of the bank holds no message, or a broken one. The detail says what is wrong and where; the incident has the name under which the file lies in `refused`.',
    meanwhile:
      'Nothing of the file is taken. Payouts of which it speaks stay as they are, and no other file waits.',
    steps: [
      'Run `hundi files` to see it, and ask the bank to send it again, whole.',
      'If the bank says that the file is right, compare it with the guide of the bank that the rail follows.',
    ],
  },
  bank_status_unmatched: {
    meaning:
      'A status that the bank gave in a file agrees with no order that was sent: an order, a group or a message that the rail did not send, another amount or count, `paid` without a UTR, or a status that the guide does not explain. The detail has both sides.',
    meanwhile:
      'This status moves nothing: the payout that the incident names, if it names one, keeps its state. What else the file says counts.',
    steps: [
      'Ask the bank what it means. Where the incident names a payout, `hundi payouts REFERENCE` shows its history.',
      'Have the bank correct the status in another file, or pass what it says to `takeBankReports`. Never pay by another way before the bank has said that it did not execute the order.',
    ],
  },
  bank_entry_unmatched: {
    meaning:
      'Lines of a statement or notification of the bank agree with no order that was sent: charges, money of others, another amount or account, or money that came in and is not marked as a return. Or a statement does not add up, lacks pages, or has a page that came again. The detail has both sides, or the number of lines and the first of them; of pages it names the account, the statement and the pages.',
    meanwhile:
      'These lines move no payout. What else the file says counts, and of a page that came again each line counts once.',
    steps: [
      'Look at the lines in the file, which lies in `done` under the name that the detail gives. Charges and money of other systems need nothing.',
      'Where a line is a payout with another amount or account, or money that came back, settle it with the bank and the corporate by hand.',
      'Where pages are missing, look for them in `done` first, then ask the bank for them. If they are there, or came later, nothing is left to do.',
    ],
  },
  maker_locked: {
    meaning: 'Twenty wrong codes were typed for a maker in one day.',
    meanwhile: 'This maker cannot authorize payouts on pages until the next day of the bank.',
    steps: [
      'Ask the maker. The person who typed the codes had access to sessions of this maker.',
      'If it was not the maker, suspend the maker in the portal, end their sessions, and look at the journal of the corporate.',
    ],
  },
} as const satisfies Readonly<Record<string, IncidentGuide>>;

/** The kind of an incident (decisions §11). */
export type IncidentKind = keyof typeof INCIDENT_GUIDES;

/** Every kind of incident (decisions §11). */
export const INCIDENT_KINDS = Object.keys(INCIDENT_GUIDES) as ReadonlyArray<IncidentKind>;
