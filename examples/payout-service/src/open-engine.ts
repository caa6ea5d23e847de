import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  KEK_BYTES,
  keepPrivate,
  nodeEntropy,
  nodePorts,
  readIfThere,
  systemClock,
  writePrivate,
} from '@hundi/adapter-node';
import {
  createHundi,
  E,
  readProvisionDocument,
  type Hundi,
  type Mailer,
  type ProvisionDocument,
  type Provisioned,
  type Storage,
} from '@hundi/core';
import { bringSecrets } from '@hundi/core/operator';
import {
  bankDirectory,
  demoDocument,
  memoryBooks,
  openingAccounts,
  sandboxBank,
} from '@hundi/testkit';

/** What the team decides about its engine. */
export interface EngineOptions {
  readonly storage: Storage;
  /** Where the engine's key, its send mark and the partners' keys are kept. */
  readonly dataDir: string;
  readonly mailer: Mailer;
  /** Where browsers find the hosted pages. */
  readonly pagesUrl: () => string;
}

/** The key that seals secrets: made once and kept. A team with a KMS gives a `Sealer` of its own instead. */
const kekIn = async (dataDir: string): Promise<Uint8Array> => {
  const kept = await keepPrivate(join(dataDir, 'kek'), () =>
    randomBytes(KEK_BYTES).toString('base64'),
  );
  return Buffer.from(kept, 'base64');
};

/**
 * The document with the partners' keys in it, which are on the disk by then: stored keys cannot be read back, and a key
 * that was made before it was written down would be lost with this process.
 */
const withKeys = async (
  document: ProvisionDocument,
  { storage, dataDir }: Pick<EngineOptions, 'storage' | 'dataDir'>,
): Promise<ProvisionDocument> => {
  const file = join(dataDir, 'credentials.json');
  const kept = JSON.parse((await readIfThere(file)) ?? '{"corporates":{}}') as Provisioned;
  const sources = { kept, entropy: nodeEntropy, now: systemClock.now() };
  const { document: whole, credentials } = await bringSecrets(storage, document, sources);
  await writePrivate(file, JSON.stringify(credentials));
  return whole;
};

/** Makes the engine, with the testkit's bank behind it until the team has written its own rail. */
export const openEngine = async (options: EngineOptions): Promise<Hundi> => {
  const { storage, dataDir, mailer, pagesUrl } = options;
  const document = readProvisionDocument(demoDocument());
  if (E.isLeft(document)) throw new Error(JSON.stringify(document.left.issues));
  const bank = sandboxBank({ books: memoryBooks(), clock: systemClock });
  await bank.openAccounts(openingAccounts(document.right));
  const engine = createHundi({
    ...nodePorts({ kek: await kekIn(dataDir), sendMarkFile: join(dataDir, 'send-mark') }),
    storage,
    mailer,
    bankRail: bank.rail,
    bankDirectory: bankDirectory(),
    hostedPages: { baseUrl: pagesUrl, allowsLoopback: true },
  });

  // Before anything is sealed: a key that is not the database's ends the start.
  if (E.isLeft(await engine.checkSealer())) throw new Error(`${dataDir}/kek is another key`);
  const provisioned = await engine.provision(await withKeys(document.right, options));
  if (E.isLeft(provisioned)) throw new Error(JSON.stringify(provisioned.left.issues));
  return engine;
};
