import { parseKey } from '@hundi/core/wire';
import { Misused, type Given, type Surroundings } from '../command/command.js';
import { serviceUrl } from './service-url.js';

/** A service, and the partner key that opens it. */
export interface Partner {
  readonly url: string;
  readonly key: string;
}

/** The service and the key that the surroundings name; the key is no option, because arguments are no secret. @throws Misused */
export const partnerOf = (given: Given, around: Surroundings): Partner => {
  const url = serviceUrl(given, around);
  const key = around.env['HUNDI_API_KEY'];
  if (key === undefined)
    throw new Misused(
      'HUNDI_API_KEY: must be set to a partner key, pak_…; no option takes it, because other users of this machine can read arguments',
    );
  if (parseKey('pak', key) === undefined)
    throw new Misused('HUNDI_API_KEY: expected a partner key, pak_…');
  return { url, key };
};
