import {
  effectiveConfiguration,
  type EffectiveConfiguration,
} from '../../../model/package/effective-configuration.js';
import type { CorporatePart } from './provision-document.js';

/** The part of one package in a document. */
export type PackagePart = NonNullable<CorporatePart['packages']>[number];

/** The configuration that governs the payouts of a package once its part is applied. */
export const configurationOf = ({
  catalogConfiguration,
  effectiveConfiguration: overrides = {},
}: PackagePart): EffectiveConfiguration =>
  effectiveConfiguration({ catalogConfiguration, overrides });
