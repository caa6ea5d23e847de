import { pathToFileURL } from 'node:url';
import type { Clock } from '@hundi/core';
import { StartRefused } from '../config/start-refused.js';

/** The argument of a module that makes a port. */
export interface PortHost {
  readonly clock: Clock;
}

/** A port that a module may make. */
interface PortKind<P> {
  /** The variable that names the module. */
  readonly variable: string;
  readonly what: string;
  readonly fits: (value: unknown) => value is P;
}

const made = async (path: string, host: PortHost): Promise<unknown> => {
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  const make = module.default;
  return typeof make === 'function' ? (make as (host: PortHost) => unknown)(host) : undefined;
};

/**
 * The port that an ES module's default export makes.
 *
 * @throws StartRefused when it makes none.
 */
export const loadPort = async <P>(
  { variable, what, fits }: PortKind<P>,
  path: string,
  host: PortHost,
): Promise<P> => {
  const port = await made(path, host).catch((error: unknown) => {
    throw new StartRefused(`${variable}: ${path} failed: ${(error as Error).message}`);
  });
  if (!fits(port))
    throw new StartRefused(`${variable}: the default export of ${path} must create ${what}`);
  return port;
};
