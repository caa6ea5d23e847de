import { fill, parent, text, texts, type Draft, type Shape } from './shape.js';
import type { Reason } from './status-answer.js';

/** The references of the bank that stand in an element, by their names. */
export const referencesShape = (
  of: () => Record<string, string>,
): Readonly<Record<string, Shape>> =>
  Object.fromEntries(
    ['AcctSvcrRef', 'AcctSvcrTxId', 'ClrSysRef', 'StsId', 'TxId', 'UETR'].map((name) => [
      name,
      text(of, name),
    ]),
  );

/** A reason: a published code (`Cd`) or the bank's own (`Prtry`), and words. */
export const reasonsShape = (take: (reason: Reason) => void): Shape => {
  let draft: Draft<Pick<Reason, 'code'>> = {};
  let words: string[] = [];
  const code = texts((value) => {
    if (value !== '') fill<Pick<Reason, 'code'>, 'code'>(draft, 'code', value);
  });
  return parent(
    {
      Rsn: parent({ Cd: code, Prtry: code }),
      AddtlInf: texts((value) => words.push(value)),
    },
    {
      open: () => {
        draft = {};
        words = [];
      },
      close: () => take({ ...(draft.code !== undefined && { code: draft.code }), texts: words }),
    },
  );
};
