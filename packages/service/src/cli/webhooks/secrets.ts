import { resolve } from 'node:path';
import { verifyWebhook } from '@hundi/core/receiver';
import { readBounded, unreadable } from '../../host/read-bounded.js';
import { Misused, textOf, type Given, type Surroundings } from '../command/command.js';

const areSecrets = (secrets: ReadonlyArray<string>): boolean => {
  try {
    verifyWebhook('', {}, secrets, { toleranceSeconds: 1, now: 0 });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const textIn = async (path: string): Promise<string> => {
  const bytes = await readBounded(path, 1).catch((error: unknown) => {
    throw new Misused(`--secret-file: ${path} ${unreadable(error)}`);
  });
  return bytes.toString();
};

/** The secrets of an endpoint, from a file or the environment; several while one is rotated. @throws Misused */
export const webhookSecrets = async (
  given: Given,
  { env, directory }: Pick<Surroundings, 'env' | 'directory'>,
): Promise<ReadonlyArray<string>> => {
  const file = textOf(given, 'secret-file');
  const [name, text] =
    file === undefined
      ? ['HUNDI_WEBHOOK_SECRET', env['HUNDI_WEBHOOK_SECRET']]
      : ['--secret-file', await textIn(resolve(directory, file))];
  if (text === undefined)
    throw new Misused(
      'HUNDI_WEBHOOK_SECRET: must be set, or --secret-file given: whsec_…, as the endpoint was shown it',
    );
  const secrets = text.split(/[\s,]+/).filter((word) => word !== '');
  if (areSecrets(secrets)) return secrets;
  throw new Misused(`${name}: expected whsec_ and 24 to 64 bytes in base64; several by spaces`);
};
