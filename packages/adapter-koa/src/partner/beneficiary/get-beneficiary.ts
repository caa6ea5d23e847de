import { E } from '@hundi/core';
import { BeneficiaryNotFound, BrowsedBeneficiary, ChangeBeneficiaryInput } from '@hundi/core/wire';
import { changingBeneficiary } from '../../examples/beneficiaries.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

export const getBeneficiary = route({
  method: 'GET',
  path: '/v1/partner/beneficiaries/{beneficiaryId}',
  scope: 'beneficiaries:read',
  about: {
    operationId: 'getBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Get a beneficiary',
    description:
      'Returns a beneficiary in any state, also before it is approved, with all of its accounts and the change that waits for a checker (pendingChange).',
  },
  params: { beneficiaryId: pathId(ChangeBeneficiaryInput.required.beneficiaryId) },
  query: {},
  headers: {},
  refusals: ['BeneficiaryNotFound'],
  success: { status: 200, body: BrowsedBeneficiary, example: changingBeneficiary },
  run: async (engine, { caller, params }) => {
    const found = await engine.getBeneficiary(caller.tenant, params);
    if (E.isRight(found)) return found;
    // Only people can lack a right to look, and no person asks here.
    return E.left(found.left._tag === 'InvalidInput' ? found.left : BeneficiaryNotFound());
  },
  reply: (body) => ({ body }),
});
