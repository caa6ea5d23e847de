import type { HundiPortalPagesOptions } from '@hundi/adapter-koa';
import { paymentFiles, paymentFileTemplate } from '@hundi/adapter-node';

/** Reads the files of payments that people bring in the portal, and gives them one to fill in. */
export const paymentFileReader: Pick<HundiPortalPagesOptions, 'files' | 'fileTemplate'> = {
  files: paymentFiles(),
  fileTemplate: paymentFileTemplate,
};
