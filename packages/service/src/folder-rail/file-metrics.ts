import { Gauge, type Registry } from 'prom-client';
import { countBankFiles } from './bank-files.js';
import type { RailFolders } from './folders.js';

/** Counts the files in the bank's folders whenever somebody scrapes; without figures where they cannot be read. */
export const fileMetrics = (
  registry: Registry,
  folders: Pick<RailFolders, 'out' | 'in' | 'refused'>,
): void => {
  const gauge = new Gauge({
    name: 'hundi_bank_files',
    help: 'Files in the folders of BANK_RAIL=iso20022-folder: waiting for the bank, arrived and not taken yet, refused.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const counts = await countBankFiles(folders).catch(() => undefined);
      if (counts === undefined) gauge.reset();
      else for (const [state, count] of Object.entries(counts)) gauge.set({ state }, count);
    },
  });
};
