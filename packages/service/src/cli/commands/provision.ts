import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { KEK_BYTES, nodeEntropy, nodePorts, type NodePorts } from '@hundi/adapter-node';
import {
  createHundi,
  E,
  type Clock,
  type Hundi,
  type Ports,
  type ProvisionDefaults,
  type ProvisionDocument,
  type Provisioned,
  type Storage,
} from '@hundi/core';
import { planProvision, type PlannedChange, type ProvisionPlan } from '@hundi/core/operator';
import { readConfig } from '../../config/read-config.js';
import { bankDirectory } from '../../host/bank-directory.js';
import { openDataDir } from '../../host/data-dir.js';
import { keksOf } from '../../host/kek.js';
import { requireSealer } from '../../host/require-sealer.js';
import { notificationsOf } from '../../mail/notifications-of.js';
import type { LogFields } from '../../log/log-fields.js';
import { credentialsPath, holdsSecrets } from '../../tenants/credentials-file.js';
import { faultsOf, readDocument } from '../../tenants/read-document.js';
import { provisionSchema } from '../../tenants/provision-schema.js';
import { provisionTenants } from '../../tenants/provision-tenants.js';
import { provisionDefaults } from '../../tenants/second-factors.js';
import { openExisting, type ExistingDatabase } from '../../database/open-existing.js';
import { EXIT, Misused, type Command, type Surroundings } from '../command/command.js';
import { counted } from '../../texts/counted.js';
import { NO_RAIL } from '../local/no-rail.js';
import { refuseOptions } from '../command/refuse-options.js';

const changeLine = ({ place, kind, members }: PlannedChange): string => {
  if (kind === 'added') return `+ ${place}`;
  const changes = Object.entries(members).map(
    ([name, { before, after }]) =>
      `${name} ${JSON.stringify(before ?? null)} → ${JSON.stringify(after ?? null)}`,
  );
  return `~ ${place}: ${changes.join(', ')}`;
};

const planLines = ({
  changes,
  absent,
  absentCorporates,
  differences,
  policyDifferences,
}: ProvisionPlan): ReadonlyArray<string> => [
  ...changes.map(changeLine),
  ...differences.flatMap(({ corporateTenantId, beneId, members }) =>
    Object.entries(members).map(
      ([name, { document, stored }]) =>
        `! ${corporateTenantId}/beneficiaries/${beneId}: ${name} stays ${JSON.stringify(stored ?? null)}; the document says ${JSON.stringify(document ?? null)}`,
    ),
  ),
  ...policyDifferences.map(
    ({ corporateTenantId, version, author, document, stored }) =>
      `! ${corporateTenantId}: approvalMatrix stays version ${String(version)} by ${author}, ${JSON.stringify(stored)}; the document says ${JSON.stringify(document)}`,
  ),
  ...absent.flatMap(
    ({ corporateTenantId, isEnded, users, apiKeys, secretKeys, webhookEndpoints }) =>
      [...users, ...apiKeys, ...secretKeys, ...webhookEndpoints].map((id) =>
        isEnded
          ? `- ${corporateTenantId}: ${id}`
          : `  ${corporateTenantId}: ${id} is not in the document, and goes on`,
      ),
  ),
  ...absentCorporates.map((id) => `  ${id} is not in the document, and goes on`),
];

/** The settings of the service, as far as they are about its records. */
const settingsOf = ({ env, directory }: Surroundings, file: string) => {
  const config = readConfig({ ...env, PROVISION_FILE: file }, directory);
  if (E.isLeft(config)) throw new Misused(config.left.join('; '));
  return config.right;
};

type Settings = ReturnType<typeof settingsOf>;

/** An engine that provisions and does nothing else: no worker of it runs. */
const engineOver = (ports: NodePorts & Pick<Ports, 'mailer' | 'notifications'>) => {
  return (storage: Storage): Hundi =>
    createHundi({ ...ports, storage, bankRail: NO_RAIL, bankDirectory });
};

/** Has the service look at new corporates for what their people are to be mailed of, where it mails them. */
const lookedAt = (config: Settings): Pick<Ports, 'mailer' | 'notifications'> => {
  const notifications = notificationsOf(config, { baseUrl: () => '' });
  const send = () => Promise.reject(new Error('provisioning mails nobody'));
  return notifications === undefined ? {} : { mailer: { send }, notifications };
};

/** Ports with which a plan seals and opens, although the operator's key may not be at hand, and marks nothing. */
const planningPorts = (clock: Clock, sendMarkFile: string): NodePorts => {
  const ports = nodePorts({ kek: [randomBytes(KEK_BYTES)], sendMarkFile, clock });
  const anyKey = randomBytes(KEK_BYTES).toString('hex');
  return {
    ...ports,
    sealer: { ...ports.sealer, open: async () => anyKey },
    policyMark: { read: async () => new Map(), raise: async () => undefined },
  };
};

const applyTo = async (
  { storage, alone }: ExistingDatabase,
  clock: Clock,
  config: Settings,
  document: ProvisionDocument,
  defaults: ProvisionDefaults,
  err: (line: string) => void,
): Promise<Provisioned> => {
  await openDataDir(config);
  const kek = await keksOf(config);
  const engine = engineOver({
    ...nodePorts({ kek, sendMarkFile: config.sendMark, clock }),
    ...lookedAt(config),
  })(storage);
  await requireSealer(engine, config);
  const { dataDir } = config;
  // The plan says what the document leaves out. Which policies are proven shows only under the key.
  const logger = {
    warn: (message: string, fields?: LogFields) => {
      const unproven = fields?.['unprovenPolicies'];
      if (Array.isArray(unproven)) err(`hundi: ${message}: ${unproven.join(', ')}`);
    },
  };
  return alone(() =>
    provisionTenants(
      { engine, storage, clock, entropy: nodeEntropy, dataDir, logger },
      document,
      defaults,
    ),
  );
};

/** `hundi provision`: applies a provision document. */
export const provision: Command = {
  words: 'FILE',
  wordsMax: 1,
  options: {
    'dry-run': { type: 'boolean', about: 'tells what would change, and changes nothing' },
    'vouch-for-policies': {
      type: 'boolean',
      about:
        'seals the policies that are stored then, although they are not those that came into force last (docs/backup.md)',
    },
    schema: { type: 'boolean', about: 'prints the JSON Schema of such documents, for editors' },
  },
  about:
    'Applies a provision document (docs/provisioning.md) with the settings of the service, and tells what it changes: + added, ~ changed, - ended, and what of payees and approval policies it does not change although the document says otherwise: !. PostgreSQL may be in use meanwhile; the service reads an SQLite file alone, and applies PROVISION_FILE at its start. New keys are written to credentials.json in DATA_DIR.',
  examples: [
    'hundi provision --dry-run tenants.json',
    'hundi provision tenants.json',
    'hundi provision --schema > provision.schema.json',
  ],
  run: async (given, around) => {
    if (given.values['schema'] === true) {
      refuseOptions(given, ['dry-run', 'vouch-for-policies'], '--schema applies no document');
      if (given.words.length > 0)
        throw new Misused('FILE: --schema reads no document; leave it out');
      around.out(JSON.stringify(provisionSchema(), null, given.json ? 0 : 2));
      return EXIT.done;
    }
    const [file] = given.words;
    if (file === undefined) throw new Misused('FILE: expected the provision document');
    const config = settingsOf(around, resolve(around.directory, file));
    const document = await readDocument(config.provisionFile, file);
    const isDryRun = given.values['dry-run'] === true;
    const database = await openExisting(config.database, config.databasePooler ?? 'none');
    try {
      const clock = await database.openClock();
      const defaults = {
        ...provisionDefaults(config.sandbox),
        vouchForPolicies: given.values['vouch-for-policies'] === true,
      };
      // What a plan seals is undone, so it needs no key of the operator's.
      const planning = engineOver(planningPorts(clock, config.sendMark));
      const plan = await planProvision(
        database.storage,
        (over) => planning(over).provision,
        document,
        defaults,
      );
      if (E.isLeft(plan)) throw new Misused(`${file}: ${faultsOf(plan.left)}`);
      const made = isDryRun
        ? undefined
        : await applyTo(database, clock, config, document, defaults, around.err);
      const keysIn =
        made !== undefined && holdsSecrets(made) ? credentialsPath(config.dataDir) : undefined;
      if (given.json)
        around.out(
          JSON.stringify({
            applied: !isDryRun,
            ...plan.right,
            ...(keysIn !== undefined && { credentialsFile: keysIn }),
          }),
        );
      else {
        planLines(plan.right).forEach(around.out);
        const count = plan.right.changes.length;
        around.out(
          isDryRun
            ? `${counted(count, 'record')} would change; nothing was changed`
            : `${counted(count, 'record')} changed`,
        );
        if (keysIn !== undefined) around.out(`new keys and secrets are in ${keysIn}`);
      }
      return EXIT.done;
    } finally {
      await database.close();
    }
  },
};
