import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { skipFor } from './skipping.js';

/** Debian's, the quicker first: without windows, the tests take a third less processor time. */
const DEFAULT_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** How a browser of the tests is started: what Playwright's `launch` takes. */
export interface ChromiumLaunch {
  readonly executablePath: string;
  readonly headless: true;
  readonly args: ReadonlyArray<string>;
}

// Without a network of its own, a browser must not spend its time on asking for one.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const runs = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The browser that tests drive: `HUNDI_TEST_CHROMIUM`, or Debian's. Undefined where there is none, and then says on the
 * console that its tests are skipped; an empty variable says that there is none.
 *
 * @throws when there is none and it matters: with `CI=true`, or when the variable names one.
 */
export const chromiumLaunch = async (): Promise<ChromiumLaunch | undefined> => {
  const named = process.env['HUNDI_TEST_CHROMIUM'];
  if (named === '') return undefined;
  const paths = named === undefined ? DEFAULT_PATHS : [named];
  for (const executablePath of paths)
    if (await runs(executablePath)) return { executablePath, headless: true, args: ARGS };
  skipFor(`Chromium at ${paths.join(' or ')}`, named !== undefined);
  return undefined;
};
