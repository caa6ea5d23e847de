import type { BankRail, Hundi, ProvisionDocument } from '@hundi/core';
import type { Config, RailFolder } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { Logger } from '../log/logger.js';
import type { FileFaults } from '../sandbox/file-faults.js';
import type { BankReports } from '../sandbox/report-worker.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { loadPort, type PortHost } from './load-port.js';

const isRail = (value: unknown): value is BankRail => {
  const { traits, submit, query, refuses } = (value ?? {}) as Partial<BankRail>;
  return (
    typeof traits === 'object' &&
    typeof submit === 'function' &&
    typeof query === 'function' &&
    (refuses === undefined || typeof refuses === 'function')
  );
};

/**
 * The bank rail that an ES module's default export makes.
 *
 * @throws StartRefused when it makes none.
 */
export const loadRail = (path: string, host: PortHost): Promise<BankRail> =>
  loadPort({ variable: 'BANK_RAIL', what: 'a bank rail', fits: isRail }, path, host);

/** The way to the bank, and from it. */
export interface BankLink {
  readonly rail: BankRail;
  /** What the bank says by itself to an engine; left out where only the rail's module can say it. */
  readonly reportsTo?: (engine: Pick<Hundi, 'raiseIncidents'>) => BankReports;
  /** What can happen to the files of a sandbox bank. */
  readonly fileFaults?: FileFaults;
}

/** The rail over a folder, with what the bank at its other side says. Loads the files' adapter only where it is wanted. */
const folderLink = async (
  folder: RailFolder,
  { document, logger }: RailParts,
  sandbox: Sandbox | undefined,
): Promise<BankLink> => {
  const { openFolderRail } = await import('../folder-rail/folder-rail.js');
  const { rail, folders, collect } = await openFolderRail(folder, document, logger);
  const bank = folder.peer === 'sandbox' ? await sandbox?.bankAt(folders) : undefined;
  return {
    rail,
    reportsTo: (engine) => ({
      deliverDue: async (take) => ((await bank?.work()) ?? 0) + (await collect(engine, take)),
      nextDue: async () => bank?.nextDue(),
    }),
    ...(bank !== undefined && { fileFaults: bank.faults }),
  };
};

/** What a rail is made from. */
export interface RailParts extends PortHost {
  readonly document: ProvisionDocument;
  readonly logger: Logger;
}

/**
 * The link to the bank: what an ES module's default export makes, a folder, or the sandbox.
 *
 * @throws StartRefused when the module makes none, the folder cannot be used, or there is none of them.
 */
export const bankLinkOf = async (
  { bankRail, railFolder }: Config,
  parts: RailParts,
  sandbox: Sandbox | undefined,
): Promise<BankLink> => {
  if (railFolder !== undefined) return folderLink(railFolder, parts, sandbox);
  const reports = sandbox && { reportsTo: () => sandbox.bank };
  if (bankRail !== undefined)
    return { rail: await loadRail(bankRail, { clock: parts.clock }), ...reports };
  if (sandbox === undefined) throw new StartRefused('BANK_RAIL: must be set when SANDBOX=0');
  return { rail: sandbox.bank.rail, ...reports };
};
