import { systemClock } from '@hundi/adapter-node';
import { fileRail, type CollectedFile, type RefusedFile } from '@hundi/adapter-iso20022/files';
import type { BankRail, ProvisionDocument } from '@hundi/core';
import type { BankReport } from '@hundi/core/rail';
import type { RailFolder } from '../config/config.js';
import type { Logger } from '../log/logger.js';
import { openFolders, type RailFolders } from './folders.js';
import { sandboxGuide } from './sandbox-guide.js';

/** The bank by files. */
export interface FolderRail {
  readonly rail: BankRail;
  readonly folders: RailFolders;
  /** Takes the files that have come in, and answers how many those were. */
  readonly collect: (
    take: (reports: ReadonlyArray<BankReport>) => Promise<unknown>,
  ) => Promise<number>;
}

const logUnmatched = (logger: Logger, { name, unmatched }: CollectedFile): void => {
  if (unmatched.length === 0) return;
  logger.warn('a file of the bank speaks of money that moves no payout: look at it in done', {
    bankFile: name,
    mismatches: [...new Set(unmatched.map(({ reason }) => reason))],
    mismatchCount: unmatched.length,
  });
};

const logRefused = (logger: Logger, { name, refusal }: RefusedFile): void => {
  logger.error('a file of the bank is broken: it lies in refused, with its reason', {
    bankFile: name,
    fault: refusal.fault,
    line: refusal.line,
    place: refusal.path,
  });
};

/** Opens the rail over a folder. @throws StartRefused where the folder cannot be used. */
export const openFolderRail = async (
  { path, peer }: RailFolder,
  document: ProvisionDocument,
  logger: Logger,
): Promise<FolderRail> => {
  const folders = await openFolders(path);
  const { collect, ...rail } = fileRail({
    ...folders,
    guide: sandboxGuide(document),
    // Files have the machine's time, which a sandbox does not move.
    clock: systemClock,
    // The sandbox bank moves whole files in.
    ...(peer === 'sandbox' && { settleMs: 0 }),
  });
  return {
    rail,
    folders,
    collect: async (take) => {
      const { taken, refused } = await collect(async (file) => {
        // The rail has said of each order that the bank has it: of that no commit is worth it.
        await take(file.reports.filter(({ verdict }) => verdict.kind !== 'accepted'));
        logUnmatched(logger, file);
      });
      for (const one of refused) logRefused(logger, one);
      return taken + refused.length;
    },
  };
};
