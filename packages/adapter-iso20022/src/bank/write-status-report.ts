import type { EpochMs } from '@hundi/core';
import { cutText } from '../guide/fit-text.js';
import { around, element } from '../initiation/xml-text.js';

/** The bank's own code, with words. */
export interface ReportedReason {
  readonly code: string;
  readonly words: string;
}

/** An answer about an order. */
export interface ReportedStatus {
  readonly instructionId: string;
  readonly endToEndId?: string;
  readonly paymentInformationId: string;
  /** `ACSP`, `ACSC`, `RJCT` …. */
  readonly status: string;
  readonly reason?: ReportedReason;
  /** What the bank gave an order whose payee has the money. */
  readonly paid?: { readonly utr: string; readonly bankReference: string };
}

/** An answer about a group: it holds for each of its orders that no answer names. */
export interface ReportedGroup extends Pick<ReportedStatus, 'status' | 'reason'> {
  readonly paymentInformationId: string;
}

/** Answers to one `pain.001`. */
export interface StatusReport {
  readonly messageId: string;
  readonly createdAt: EpochMs;
  /** The `MsgId` that is answered. */
  readonly about: string;
  readonly statuses: ReadonlyArray<ReportedStatus>;
  readonly groups?: ReadonlyArray<ReportedGroup>;
}

const CODE_MAX = 35;
const WORDS_MAX = 105;

const reasonOf = (reason: ReportedReason | undefined): string =>
  reason === undefined
    ? ''
    : around(
        'StsRsnInf',
        around('Rsn', element('Prtry', cutText(reason.code, CODE_MAX))) +
          element('AddtlInf', cutText(reason.words, WORDS_MAX)),
      );

const statusOf = ({ instructionId, endToEndId, status, reason, paid }: ReportedStatus): string =>
  around(
    'TxInfAndSts',
    element('OrgnlInstrId', instructionId) +
      element('OrgnlEndToEndId', endToEndId) +
      element('TxSts', status) +
      reasonOf(reason) +
      element('AcctSvcrRef', paid?.bankReference) +
      element('ClrSysRef', paid?.utr),
  );

/** Writes a `pain.002.001.10` that speaks of each order by itself, or of whole groups. */
export const writeStatusReport = ({
  messageId,
  createdAt,
  about,
  statuses,
  groups = [],
}: StatusReport): string => {
  const whole = new Map(groups.map((one) => [one.paymentInformationId, one]));
  const named = new Map<string, ReportedStatus[]>(
    groups.map((one) => [one.paymentInformationId, []]),
  );
  for (const one of statuses) {
    const ofGroup = named.get(one.paymentInformationId) ?? [];
    ofGroup.push(one);
    named.set(one.paymentInformationId, ofGroup);
  }
  const answered = [...named].map(([id, ofGroup]) =>
    around(
      'OrgnlPmtInfAndSts',
      element('OrgnlPmtInfId', id) +
        element('PmtInfSts', whole.get(id)?.status) +
        reasonOf(whole.get(id)?.reason) +
        ofGroup.map(statusOf).join('\n'),
    ),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>\n' +
    around(
      'GrpHdr',
      element('MsgId', messageId) + element('CreDtTm', new Date(createdAt).toISOString()),
    ) +
    around(
      'OrgnlGrpInfAndSts',
      element('OrgnlMsgId', about) + element('OrgnlMsgNmId', 'pain.001.001.09'),
    ) +
    `\n${answered.join('\n')}\n</CstmrPmtStsRpt></Document>\n`
  );
};
