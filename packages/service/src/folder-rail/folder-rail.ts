import { basename } from 'node:path';
import { systemClock } from '@hundi/adapter-node';
import {
  fileRail,
  FolderUnusable,
  lookAtLedger,
  type Collected,
  type CollectedFile,
  type RefusedFile,
} from '@hundi/adapter-iso20022/files';
import { E, type BankRail, type Hundi, type ProvisionDocument } from '@hundi/core';
import type { BankReport } from '@hundi/core/rail';
import type { RailFolder } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { Logger } from '../log/logger.js';
import { fileIncidents, type HostIncident } from './file-incidents.js';
import { foldersIn, lookAtFolders, openFolders, type RailFolders } from './folders.js';
import { sandboxGuide } from './sandbox-guide.js';

/** The bank by files. */
export interface FolderRail {
  readonly rail: BankRail;
  readonly folders: RailFolders;
  /** Takes the files that have come in, raises what does not match, and answers how many files those were. */
  readonly collect: (
    engine: Pick<Hundi, 'raiseIncidents'>,
    take: (reports: ReadonlyArray<BankReport>) => Promise<unknown>,
  ) => Promise<number>;
}

const INCIDENTS_A_COMMIT = 200;

const raise = async (
  { raiseIncidents }: Pick<Hundi, 'raiseIncidents'>,
  incidents: ReadonlyArray<HostIncident>,
): Promise<void> => {
  for (let from = 0; from < incidents.length; from += INCIDENTS_A_COMMIT) {
    const portion = incidents.slice(from, from + INCIDENTS_A_COMMIT);
    const raised = await raiseIncidents({ incidents: portion });
    if (E.isLeft(raised)) throw new Error(`no incident: ${JSON.stringify(raised.left)}`);
  }
};

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

const NOTHING: Collected = { taken: 0, refused: [] };

/** Says once in the log that a folder cannot be used, however often it is looked at, and once that it can be again. */
const sayingOnce = (logger: Logger) => {
  let said = '';
  return async (look: () => Promise<Collected>): Promise<Collected> => {
    try {
      const collected = await look();
      if (said !== '') logger.info('the folders of the bank can be used again');
      said = '';
      return collected;
    } catch (error) {
      if (!(error instanceof FolderUnusable)) throw error;
      if (said !== error.message)
        logger.error(
          'a folder of the bank cannot be used: no file is taken until somebody mends it',
          { folder: basename(error.folder), fault: error.fault },
        );
      said = error.message;
      return NOTHING;
    }
  };
};

/**
 * Looks whether the folders can be used, or can be made, and hold the ledger of the orders that were sent; changes nothing.
 *
 * @throws StartRefused
 */
export const lookAtFolderRail = async ({ path, ledgerMark }: RailFolder): Promise<void> => {
  await lookAtFolders(path);
  try {
    await lookAtLedger({ sent: foldersIn(path).sent, ledgerMark });
  } catch (error) {
    if (!(error instanceof FolderUnusable)) throw error;
    throw new StartRefused(`RAIL_FOLDER: ${error.message}`);
  }
};

/** Opens the rail over a folder. @throws StartRefused where the folder cannot be used. */
export const openFolderRail = async (
  folder: RailFolder,
  document: ProvisionDocument,
  logger: Logger,
): Promise<FolderRail> => {
  const { path, peer, ledgerMark } = folder;
  // Before folders are made, which would be empty ones in place of those of a share that is not mounted.
  await lookAtFolderRail(folder);
  const folders = await openFolders(path);
  const { collect, ...rail } = fileRail({
    ...folders,
    ledgerMark,
    guide: sandboxGuide(document),
    // Files have the machine's time, which a sandbox does not move.
    clock: systemClock,
    // The sandbox bank moves whole files in.
    ...(peer === 'sandbox' && { settleMs: 0 }),
  });
  const incidents = fileIncidents(document);
  const once = sayingOnce(logger);
  return {
    rail,
    folders,
    collect: async (engine, take) => {
      const { taken, refused } = await once(() =>
        collect(
          async (file) => {
            // The rail has said of each order that the bank has it: of that no commit is worth it.
            await take(file.reports.filter(({ verdict }) => verdict.kind !== 'accepted'));
            await raise(engine, incidents.ofTaken(file));
            logUnmatched(logger, file);
          },
          async (file) => {
            await raise(engine, incidents.ofRefused(file));
            logRefused(logger, file);
          },
          (unmatched) => raise(engine, incidents.ofPages(unmatched)),
        ),
      );
      return taken + refused.length;
    },
  };
};
