import { paiseOf, type Amount } from '../amount.js';
import { refuse } from './message-refused.js';
import { reasonsShape, referencesShape } from './references.js';
import { amount, fill, parent, required, text, texts, type Shape } from './shape.js';
import type { Reason, StatusAnswer } from './status-answer.js';

interface Answered {
  messageId?: string | undefined;
  paymentInformationId?: string | undefined;
  instructionId?: string | undefined;
  endToEndId?: string | undefined;
  status?: string | undefined;
  count?: number | undefined;
  sum?: number | undefined;
  amount?: Amount | undefined;
  reasons: Reason[];
  references: Record<string, string>;
}

const fresh = (): Answered => ({ reasons: [], references: {} });

const COUNT = /^\d{1,15}$/;

/** How many orders there were, and what they were worth, as the bank counts. */
const totals = (of: () => Answered): Readonly<Record<string, Shape>> => ({
  OrgnlNbOfTxs: texts((value) => {
    if (!COUNT.test(value)) refuse('invalid', 'the element is no number');
    fill<Answered, 'count'>(of(), 'count', Number(value));
  }),
  OrgnlCtrlSum: texts((value) => {
    const sum = paiseOf(value) ?? refuse('invalid', 'the sum is no decimal, or no whole paise');
    fill<Answered, 'sum'>(of(), 'sum', sum);
  }),
});

/** `pain.002`: GrpHdr · OrgnlGrpInfAndSts · OrgnlPmtInfAndSts, which holds TxInfAndSts. */
export const statusReportShape = (
  header: Shape,
  messageId: () => string,
  take: (answer: StatusAnswer) => void,
): Shape => {
  let message = fresh();
  let group = fresh();
  let order = fresh();

  const answer = (level: StatusAnswer['level'], one: Answered): void => {
    const outer = level === 'order' ? [group, message] : level === 'group' ? [message] : [];
    const said = [one, ...outer].find(({ status }) => status !== undefined);
    take({
      kind: 'status',
      level,
      messageId: messageId(),
      of: {
        ...(message.messageId !== undefined && { messageId: message.messageId }),
        ...(group.paymentInformationId !== undefined &&
          level !== 'message' && { paymentInformationId: group.paymentInformationId }),
        ...(one.instructionId !== undefined && { instructionId: one.instructionId }),
        ...(one.endToEndId !== undefined && { endToEndId: one.endToEndId }),
      },
      ...(said?.status !== undefined && { status: said.status }),
      reasons: one.reasons.length > 0 ? one.reasons : (said?.reasons ?? []),
      references: one.references,
      ...(one.amount !== undefined && { amount: one.amount }),
      ...(one.count !== undefined && { count: one.count }),
      ...(one.sum !== undefined && { sum: one.sum }),
    });
  };

  return parent({
    CstmrPmtStsRpt: parent(
      {
        GrpHdr: header,
        OrgnlGrpInfAndSts: parent(
          {
            OrgnlMsgId: text(() => message, 'messageId'),
            ...totals(() => message),
            GrpSts: text(() => message, 'status'),
            StsRsnInf: reasonsShape((reason) => message.reasons.push(reason)),
          },
          { close: () => void required(message.messageId, 'OrgnlMsgId') },
        ),
        OrgnlPmtInfAndSts: parent(
          {
            OrgnlPmtInfId: text(() => group, 'paymentInformationId'),
            ...totals(() => group),
            PmtInfSts: text(() => group, 'status'),
            StsRsnInf: reasonsShape((reason) => group.reasons.push(reason)),
            TxInfAndSts: parent(
              {
                OrgnlInstrId: text(() => order, 'instructionId'),
                OrgnlEndToEndId: text(() => order, 'endToEndId'),
                TxSts: text(() => order, 'status'),
                StsRsnInf: reasonsShape((reason) => order.reasons.push(reason)),
                ...referencesShape(() => order.references),
                OrgnlTxRef: parent({
                  Amt: parent({
                    InstdAmt: amount((of) => fill<Answered, 'amount'>(order, 'amount', of)),
                  }),
                }),
              },
              {
                open: () => {
                  order = fresh();
                },
                close: () => answer('order', order),
              },
            ),
          },
          {
            open: () => {
              group = fresh();
            },
            close: () => {
              required(group.paymentInformationId, 'OrgnlPmtInfId');
              if (group.status !== undefined) answer('group', group);
            },
          },
        ),
      },
      {
        open: () => {
          message = fresh();
        },
        close: () => {
          required(message.messageId, 'OrgnlGrpInfAndSts');
          if (message.status !== undefined) answer('message', message);
        },
      },
    ),
  });
};
