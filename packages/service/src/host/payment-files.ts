import type { HundiPortalPagesOptions } from '@hundi/adapter-koa';

/** Reads the files of payments that people bring in the portal. While there is no reader, there is no such page. */
export const paymentFileReader: Pick<HundiPortalPagesOptions, 'files' | 'fileTemplate'> = {};
