import { usageGuide, XML_CHARACTERS, type UsageGuide } from '@hundi/adapter-iso20022';
import type { ProvisionDocument } from '@hundi/core';

/** The reasons of the sandbox bank that the published list does not have. */
const REASONS = {
  beneficiary_bank_offline: {
    code: 'beneficiary_bank_offline',
    source: 'beneficiary_bank',
    retryable: true,
    nextAction: 'retry',
  },
  beneficiary_account_invalid: {
    code: 'beneficiary_account_invalid',
    source: 'beneficiary_bank',
    retryable: false,
    nextAction: 'fix_beneficiary',
  },
  insufficient_funds: {
    code: 'insufficient_funds',
    source: 'rail',
    retryable: true,
    nextAction: 'fund_account',
  },
  debit_account_unknown: {
    code: 'debit_account_unknown',
    source: 'rail',
    retryable: false,
    nextAction: 'contact_support',
  },
} as const;

const USUAL_METHODS = ['NEFT', 'RTGS', 'IMPS'];

const methodsOf = ({ bankTenants }: ProvisionDocument): ReadonlyArray<string> =>
  bankTenants.flatMap(({ corporates }) =>
    corporates.flatMap(({ packages = [] }) =>
      packages.flatMap(({ catalogConfiguration }) =>
        catalogConfiguration.allowedPaymentMethods.map(
          ({ paymentMethodCode }) => paymentMethodCode,
        ),
      ),
    ),
  );

/** The guide `sandbox`: a method is the local instrument of its name, every letter is taken, and a group is one debit. */
export const sandboxGuide = (document: ProvisionDocument): UsageGuide =>
  usageGuide({
    bank: 'Sandbox Bank',
    initiatingParty: { name: 'Hundi' },
    methods: Object.fromEntries(
      [...new Set([...USUAL_METHODS, ...methodsOf(document)])].map((method) => [
        method,
        { localInstrument: { proprietary: method } },
      ]),
    ),
    bookedDebit: 'paid',
    batchBooking: true,
    characters: { allowed: XML_CHARACTERS },
    statuses: { ACSC: 'paid' },
    reasons: REASONS,
  });
