import type { ProvisionInput } from '@hundi/core';
import { demoDocument, type CorporateInput } from '../../kit/sandbox/demo-document.js';

/** The payees of the other corporate that scenarios pay. */
const THEIRS: ReadonlyArray<string> = ['SHARMA01', 'SILENT01'];

/**
 * The demo document, with two payees of globex only: each takes a database several statements, in each of a thousand
 * scenarios.
 */
export const stageDocument = (acme: Partial<CorporateInput> = {}): ProvisionInput => ({
  bankTenants: demoDocument(acme).bankTenants.map((bank) => ({
    ...bank,
    corporates: bank.corporates.map(({ beneficiaries = [], ...corporate }, i) => ({
      ...corporate,
      beneficiaries:
        i === 0 ? beneficiaries : beneficiaries.filter(({ beneId }) => THEIRS.includes(beneId)),
    })),
  })),
});
