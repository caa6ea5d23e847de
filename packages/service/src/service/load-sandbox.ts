import { StartRefused } from '../config/start-refused.js';
import type * as sandbox from '../sandbox/sandbox.js';

const isTestkitAbsent = (error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes('@hundi/testkit');
};

/**
 * Loads the sandbox, and with it the testkit, which a service without a sandbox need not install.
 *
 * @throws StartRefused where the testkit is not installed.
 */
export const loadSandbox = async (): Promise<typeof sandbox> => {
  try {
    return await import('../sandbox/sandbox.js');
  } catch (error) {
    if (!isTestkitAbsent(error)) throw error;
    throw new StartRefused(
      'a sandbox needs the package @hundi/testkit, which is not installed: npm install --save-dev @hundi/testkit (a service without a sandbox has SANDBOX=0)',
    );
  }
};
