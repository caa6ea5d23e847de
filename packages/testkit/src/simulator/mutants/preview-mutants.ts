import { E, type Hundi } from '@hundi/core';
import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';

/** A batch that is refused for this reason is accepted as one that nobody previewed. */
const acceptedAnyway =
  (reason: string) =>
  (engine: Hundi): Hundi =>
    instead(engine, {
      acceptPreviewedBatchAsJson: async (tenant, input) => {
        const accepted = await engine.acceptPreviewedBatchAsJson(tenant, input);
        if (E.isRight(accepted) || accepted.left._tag !== reason) return accepted;
        const { previewToken: _refused, ...batch } = input;
        return engine.acceptBatchAsJson(tenant, batch);
      },
    });

const withoutTotals = (batch: unknown): unknown => {
  const { controlTotals: _ignored, ...rest } = batch as { readonly controlTotals?: unknown };
  return rest;
};

export const previewMutants: ReadonlyArray<Mutant> = [
  {
    name: 'preview-not-compared',
    bug: 'a batch is accepted although its verdicts have changed since its preview',
    engine: acceptedAnyway('VerdictsChanged'),
  },
  {
    name: 'preview-of-other-body',
    bug: 'the token of a preview is taken for another batch, or when it is old',
    engine: acceptedAnyway('PreviewUnusable'),
  },
  {
    name: 'preview-of-another',
    bug: 'the token of a preview is taken from another corporate or key',
    engine: acceptedAnyway('PreviewNotFound'),
  },
  {
    name: 'totals-ignored',
    bug: 'the control totals of a batch are not compared',
    engine: (engine) =>
      instead(engine, {
        acceptBatchAsJson: (tenant, { batch, ...around }) =>
          engine.acceptBatchAsJson(tenant, { batch: withoutTotals(batch), ...around }),
      }),
  },
];
