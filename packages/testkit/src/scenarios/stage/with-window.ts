import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from './stage-document.js';

/** Acme with these hours for NEFT from every account. */
export const withWindow = (from: string, to: string): Partial<CorporateInput> => {
  const [acme] = stageDocument().bankTenants[0]?.corporates ?? [];
  return {
    debitAccounts: (acme?.debitAccounts ?? []).map((account) => ({
      ...account,
      cutOffs: [{ paymentMethodCode: 'NEFT', from, to }],
    })),
  };
};
