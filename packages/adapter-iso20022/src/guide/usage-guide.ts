import type { StatusDetails } from '@hundi/core';
import { fitting, SWIFT_X, type CharacterRule, type FitText } from './fit-text.js';
import { REASONS } from './reasons.js';
import { STATUSES, type StatusMeaning } from './statuses.js';

/** A code of the published lists (`Cd`), or one of the bank's own (`Prtry`). */
export type Code = { readonly code: string } | { readonly proprietary: string };

/** How a payment method is told to the bank (`PmtTpInf`). */
export interface MethodCodes {
  readonly priority?: 'HIGH' | 'NORM';
  readonly serviceLevel?: Code;
  readonly localInstrument?: Code;
  readonly categoryPurpose?: Code;
}

/** The texts of an order whose length a bank may limit. */
export type LimitedText = 'debtorName' | 'creditorName' | 'narration' | 'reference' | 'endToEndId';

/** A text that may be cut: what the others name would be another one. */
export type CutText = 'debtorName' | 'creditorName' | 'narration';

/** A value of an order that a bank wants beside the elements of the message. */
export type OrderValue =
  | 'bankTenantId'
  | 'corporateTenantId'
  | 'jobId'
  | 'purpose'
  | 'reference'
  | 'transactionId';

/** A field of the bank's own, in the order's `SplmtryData`. */
export type ExtraField = { readonly name: string } & (
  | { readonly of: OrderValue }
  | { readonly value: string }
);

/** Where an answer of the bank carries the UTR: an element of its references, or a reference of the bank's own type. */
export type UtrPlace =
  | 'ClrSysRef'
  | 'TxId'
  | 'AcctSvcrRef'
  | 'AcctSvcrTxId'
  | 'UETR'
  | { readonly proprietary: string };

/** What a bank's guide to its messages says, as a value. Four members have no default. */
export interface UsageGuideInput {
  /** Names the bank in errors. */
  readonly bank: string;
  /** The codes of each payment method that the bank takes: of any other method no order is written. */
  readonly methods: Readonly<Record<string, MethodCodes>>;
  /**
   * What a booked debit says of its order: some banks book when the money leaves (`accepted`), others when the payee has
   * it (`paid`).
   */
  readonly bookedDebit: 'accepted' | 'paid';
  /** Who sends the file, and the id that the bank gave them. */
  readonly initiatingParty: { readonly name: string; readonly id?: string };
  /** Default: {@link SWIFT_X}, accents dropped, any other letter refused. */
  readonly characters?: CharacterRule;
  /** The longest texts, in characters. Default: those of the message, 140, and 35 for references. */
  readonly lengths?: Readonly<Partial<Record<LimitedText, number>>>;
  /** The texts that are cut at their length; a longer one of the others is refused. Default: the narration. */
  readonly cuts?: ReadonlyArray<CutText>;
  /**
   * Whether the bank debits a group of the engine at once, and every other order by itself. Then the rail over folders takes
   * groups. `false`: each order by itself. Left out, the message does not say it.
   */
  readonly batchBooking?: boolean;
  /**
   * How reference and narration go to the payee: the narration alone as text, both as `CdtrRefInf` and `AddtlRmtInf`, or
   * not at all. Default: `unstructured`.
   */
  readonly remittance?: 'unstructured' | 'structured' | 'none';
  /** The codes of purposes. Left out, no purpose is written; an order with one that is not listed is refused. */
  readonly purposes?: Readonly<Record<string, Code>>;
  readonly chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  /** The clearing system whose member an IFSC names. Default: `INFSC`, the Indian one. */
  readonly clearingSystem?: Code;
  /** Fields of the bank's own, and the namespace that they have. */
  readonly extraFields?: { readonly namespace: string; readonly fields: ReadonlyArray<ExtraField> };
  /** What a status means, over {@link STATUSES}: `{ ACSC: 'paid' }`. A status without a meaning raises a fault. */
  readonly statuses?: Readonly<Record<string, StatusMeaning>>;
  /** What a reason of a refusal means for a payout, over {@link REASONS}; the bank's own codes, too. */
  readonly reasons?: Readonly<Record<string, Omit<StatusDetails, 'message'>>>;
  /** Where the UTR stands, first place first. Default: `ClrSysRef`, `TxId`. */
  readonly utr?: ReadonlyArray<UtrPlace>;
  /** Codes of entries (`PMNT/ICDT/RRTN`, or the bank's own) that give money back. `RtrInf` and reversals always do. */
  readonly returnCodes?: ReadonlyArray<string>;
}

/** A guide that was checked: what {@link usageGuide} makes of one. */
export interface UsageGuide {
  readonly bank: string;
  readonly methods: ReadonlyMap<string, MethodCodes>;
  readonly bookedDebit: 'accepted' | 'paid';
  readonly initiatingParty: UsageGuideInput['initiatingParty'];
  readonly fit: FitText;
  readonly lengths: Readonly<Record<LimitedText, number>>;
  readonly cuts: ReadonlySet<LimitedText>;
  readonly batchBooking: boolean | undefined;
  readonly remittance: 'unstructured' | 'structured' | 'none';
  readonly purposes: ReadonlyMap<string, Code> | undefined;
  readonly chargeBearer: UsageGuideInput['chargeBearer'];
  readonly clearingSystem: Code;
  readonly extraFields: UsageGuideInput['extraFields'];
  readonly statuses: ReadonlyMap<string, StatusMeaning>;
  readonly reasons: ReadonlyMap<string, Omit<StatusDetails, 'message'>>;
  readonly utr: ReadonlyArray<UtrPlace>;
  readonly returnCodes: ReadonlySet<string>;
}

/** The longest that the message itself takes. */
const LENGTHS: Readonly<Record<LimitedText, number>> = {
  debtorName: 140,
  creditorName: 140,
  narration: 140,
  reference: 35,
  endToEndId: 35,
};
const CODES = { serviceLevel: 4, localInstrument: 35, categoryPurpose: 4 } as const;
const PURPOSE_MAX = 4;
/** The longest value of a field of the bank's own. */
export const EXTRA_MAX = 140;
const CLEARING_SYSTEM_MAX = 5;
const PROPRIETARY_MAX = 35;
const ELEMENT = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

const demand = (holds: boolean, fault: string): void => {
  if (!holds) throw new RangeError(fault);
};

const checkCode = (place: string, one: Code | undefined, max: number, fit: FitText): void => {
  if (one === undefined) return;
  const [text, most] = 'code' in one ? [one.code, max] : [one.proprietary, PROPRIETARY_MAX];
  const fitted = fit(text);
  demand(
    text.length >= 1 && text.length <= most && fitted._tag === 'Right' && fitted.right === text,
    `${place}: ${JSON.stringify(text)} is not 1 to ${String(most)} characters that the bank takes`,
  );
};

/**
 * Checks a bank's guide and fills in what it leaves out.
 *
 * @throws RangeError when the guide asks for a message that no bank could read: the text names the member.
 */
export const usageGuide = (input: UsageGuideInput): UsageGuide => {
  const fit = fitting(input.characters ?? { allowed: SWIFT_X });
  const methods = new Map(Object.entries(input.methods));
  for (const [method, codes] of methods)
    for (const [kind, max] of Object.entries(CODES))
      checkCode(`methods.${method}.${kind}`, codes[kind as keyof typeof CODES], max, fit);
  for (const [purpose, code] of Object.entries(input.purposes ?? {}))
    checkCode(`purposes.${purpose}`, code, PURPOSE_MAX, fit);
  const clearingSystem = input.clearingSystem ?? { code: 'INFSC' };
  checkCode('clearingSystem', clearingSystem, CLEARING_SYSTEM_MAX, fit);

  const lengths = { ...LENGTHS, ...input.lengths };
  for (const [of, most] of Object.entries(LENGTHS)) {
    const max = lengths[of as LimitedText];
    demand(
      Number.isInteger(max) && max >= 1 && max <= most,
      `lengths.${of} is ${String(max)}: the message takes 1 to ${String(most)} characters`,
    );
  }
  for (const [of, text] of Object.entries(input.initiatingParty))
    checkCode(`initiatingParty.${of}`, { proprietary: text }, PROPRIETARY_MAX, fit);
  for (const field of input.extraFields?.fields ?? []) {
    const { name } = field;
    demand(ELEMENT.test(name), `extraFields: ${JSON.stringify(name)} is no name of an element`);
    if ('value' in field) checkCode(`extraFields.${name}`, { code: field.value }, EXTRA_MAX, fit);
  }

  return {
    bank: input.bank,
    methods,
    bookedDebit: input.bookedDebit,
    initiatingParty: input.initiatingParty,
    fit,
    lengths,
    cuts: new Set(input.cuts ?? ['narration']),
    batchBooking: input.batchBooking,
    remittance: input.remittance ?? 'unstructured',
    purposes: input.purposes === undefined ? undefined : new Map(Object.entries(input.purposes)),
    chargeBearer: input.chargeBearer,
    clearingSystem,
    extraFields: input.extraFields,
    statuses: new Map(Object.entries({ ...STATUSES, ...input.statuses })),
    reasons: new Map(Object.entries({ ...REASONS, ...input.reasons })),
    utr: input.utr ?? ['ClrSysRef', 'TxId'],
    returnCodes: new Set(input.returnCodes ?? []),
  };
};
