import type { EpochMs } from '@hundi/core';
import { around, element } from '../initiation/xml-text.js';

/** An answer about an order; `reason` is the bank's own code, with words. */
export interface ReportedStatus {
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly paymentInformationId: string;
  /** `ACSP`, `ACSC`, `RJCT` …. */
  readonly status: string;
  readonly reason?: { readonly code: string; readonly words: string };
}

/** Answers to one `pain.001`. */
export interface StatusReport {
  readonly messageId: string;
  readonly createdAt: EpochMs;
  /** The `MsgId` that is answered. */
  readonly about: string;
  readonly statuses: ReadonlyArray<ReportedStatus>;
}

const CODE_MAX = 35;
const WORDS_MAX = 105;

const statusOf = ({ instructionId, endToEndId, status, reason }: ReportedStatus): string =>
  around(
    'TxInfAndSts',
    element('OrgnlInstrId', instructionId) +
      element('OrgnlEndToEndId', endToEndId) +
      element('TxSts', status) +
      (reason === undefined
        ? ''
        : around(
            'StsRsnInf',
            around('Rsn', element('Prtry', reason.code.slice(0, CODE_MAX))) +
              element('AddtlInf', reason.words.slice(0, WORDS_MAX)),
          )),
  );

/** Writes a `pain.002.001.10` that speaks of each order by itself. */
export const writeStatusReport = ({
  messageId,
  createdAt,
  about,
  statuses,
}: StatusReport): string => {
  const groups = new Map<string, ReportedStatus[]>();
  for (const one of statuses) {
    const group = groups.get(one.paymentInformationId) ?? [];
    group.push(one);
    groups.set(one.paymentInformationId, group);
  }
  const answered = [...groups].map(([id, ofGroup]) =>
    around('OrgnlPmtInfAndSts', element('OrgnlPmtInfId', id) + ofGroup.map(statusOf).join('\n')),
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
