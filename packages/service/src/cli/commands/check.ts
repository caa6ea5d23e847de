import { systemClock } from '@hundi/adapter-node';
import { E, type ProvisionDocument } from '@hundi/core';
import { corporatesWithoutLei, endingCalendars } from '@hundi/core/operator';
import type { Config } from '../../config/config.js';
import { readConfig } from '../../config/read-config.js';
import { lookAtDataDir } from '../../host/data-dir.js';
import { debitedByOrder } from '../../host/tell-of-debits.js';
import { acquirerOf } from '../../service/load-acquirer.js';
import { loadRail } from '../../service/load-rail.js';
import { loadSandbox } from '../../service/load-sandbox.js';
import { readCredentials } from '../../tenants/credentials-file.js';
import { readDocument } from '../../tenants/read-document.js';
import { findingsOnDatabase } from '../check/database.js';
import { finding, type Finding } from '../check/finding.js';
import { EXIT, type Command } from '../command/command.js';

const lookAtFiles = async (config: Config): Promise<string> => {
  await lookAtDataDir(config);
  await readCredentials(config.dataDir);
  return config.dataDir;
};

const lookAtPorts = async (
  config: Config,
  document: ProvisionDocument | undefined,
): Promise<string> => {
  const host = { clock: systemClock };
  const { sandbox, bankRail, railFolder, cardAcquirer } = config;
  if (sandbox) await loadSandbox();
  const rail = bankRail === undefined ? undefined : await loadRail(bankRail, host);
  if (railFolder !== undefined) {
    const { lookAtFolderRail } = await import('../../folder-rail/folder-rail.js');
    await lookAtFolderRail(railFolder);
  }
  // A sandbox has its own where none is named; a document that cannot be read says nothing of cards.
  if (cardAcquirer !== undefined || (!sandbox && document !== undefined))
    await acquirerOf(config, host, undefined, document ?? { bankTenants: [] });
  const named =
    bankRail ?? (railFolder === undefined ? 'the sandbox bank' : `files in ${railFolder.path}`);
  const byOrder = document === undefined ? [] : debitedByOrder(rail?.traits ?? {}, document);
  return byOrder.length === 0
    ? named
    : `${named}; takes no groups, so that each order of debit mode single is debited by itself: ${byOrder.join(', ')}`;
};

const foundIn = (file: string, document: ProvisionDocument): string => {
  const lacking = corporatesWithoutLei(document);
  const ending = endingCalendars(document, systemClock.now());
  return [
    file,
    ...(lacking.length === 0
      ? []
      : [`without an LEI, so that payouts of large amounts are rejected: ${lacking.join(', ')}`]),
    ...ending.map(
      ({ calendar: { calendarCode, until }, missingYear, latestPayoutDate }) =>
        `calendar ${calendarCode} ends on ${until}, and payments may be dated until ${latestPayoutDate}: add the days of ${missingYear}`,
    ),
  ].join('; ');
};

const findingsBefore = async (config: Config): Promise<ReadonlyArray<Finding>> => {
  let document: ProvisionDocument | undefined;
  return [
    await finding('data directory', () => lookAtFiles(config)),
    await finding('provision document', async () => {
      document = await readDocument(config.provisionFile);
      return foundIn(config.provisionFile, document);
    }),
    await finding('ports', () => lookAtPorts(config, document)),
  ];
};

/** `hundi check`: whether the service would start. */
export const check: Command = {
  about:
    'Looks at everything that the service needs at its start, and prints a line for each: settings, data directory, provision document, rail and acquirer, database and schema, key, clock. It changes nothing, and you may call it beside a running service.',
  examples: ['SANDBOX=0 hundi check && SANDBOX=0 hundi serve'],
  run: async ({ json }, { env, directory, out }) => {
    const config = readConfig(env, directory);
    const findings = E.isLeft(config)
      ? config.left.map((detail): Finding => ({ what: 'settings', isRight: false, detail }))
      : [
          {
            what: 'settings',
            isRight: true,
            detail: config.right.sandbox ? 'a sandbox' : 'SANDBOX=0',
          },
          ...(await findingsBefore(config.right)),
          ...(await findingsOnDatabase(config.right)),
        ];
    for (const one of findings)
      out(
        json
          ? JSON.stringify(one)
          : `${one.isRight ? 'ok   ' : 'FAULT'} ${one.what}: ${one.detail}`,
      );
    return findings.every(({ isRight }) => isRight) ? EXIT.done : EXIT.failed;
  },
};
