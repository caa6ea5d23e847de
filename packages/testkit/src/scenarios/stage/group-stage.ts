import { demoPackages } from '../../kit/sandbox/demo-packages.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { asPreviewed } from './as-previewed.js';
import type { Row, Stage } from './stage.js';

type PackageInput = NonNullable<CorporateInput['packages']>[number];

/** The demo packages with other values in VENDOR. */
export const vendorWith = (members: Partial<PackageInput>): Partial<CorporateInput> => ({
  packages: demoPackages().map((one) =>
    one.packageCode === 'VENDOR' ? { ...one, ...members } : one,
  ),
});

/** The rejection code of every row of one batch, in order, as its preview said. */
export const codesOf = async (
  stage: Stage,
  rows: ReadonlyArray<Row>,
): Promise<ReadonlyArray<string | null>> =>
  (await asPreviewed(stage, rows)).job.records.map(({ rejectionCode }) => rejectionCode);
