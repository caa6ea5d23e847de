import { E } from '@hundi/core';
import { needsTls, smtpFaults } from '../../config/encrypted.js';
import { flag, plaintext, publicUrl, smtpUrl, type Reader } from '../../config/values.js';
import { mailerOf, type HostMailer } from '../../mail/mailer-of.js';
import { Misused, type Surroundings } from '../command/command.js';

/** The mail server of the service's own settings, as the service would use it; undefined without `SMTP_URL`. @throws Misused */
export const mailerOfEnv = ({ env }: Pick<Surroundings, 'env'>): HostMailer | undefined => {
  const setting = <A>(name: string, read: Reader<A>): A | undefined => {
    const text = env[name];
    if (text === undefined) return undefined;
    const value = read(text);
    if (E.isLeft(value)) throw new Misused(`${name}: expected ${value.left}`);
    return value.right;
  };
  const url = setting('SMTP_URL', smtpUrl);
  if (url === undefined) return undefined;
  const pages = setting('PUBLIC_URL', publicUrl);
  const allowed = setting('ALLOW_PLAINTEXT', plaintext) ?? [];
  const overTls = needsTls(url, setting('SANDBOX', flag) ?? true, allowed);
  const [fault] = overTls ? smtpFaults(url) : [];
  if (fault !== undefined) throw new Misused(fault);
  const server = {
    smtpUrl: url,
    ...(overTls && { smtpTls: 'required' as const }),
    ...(pages !== undefined && { publicUrl: pages }),
  };
  return mailerOf(server, undefined, () => undefined);
};
