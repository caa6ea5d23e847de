import type { HundiPagesOptions } from '@hundi/adapter-koa';
import type { HostedPages, ProvisionDocument } from '@hundi/core';
import type { Config } from '../config/config.js';

/** The addresses of the hosted pages: by the configured base, else by where the service turns out to listen. */
export interface ServicePages extends HostedPages {
  readonly listensAt: (url: string) => void;
}

export const servicePages = ({
  publicUrl,
  sandbox,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'sandbox' | 'host' | 'port'>): ServicePages => {
  let listening = `http://${host}:${port}`;
  return {
    baseUrl: () => publicUrl ?? listening,
    allowsLoopback: sandbox,
    listensAt: (url) => {
      listening = reachable(url);
    },
  };
};

/** A service that listens everywhere is found on the loopback interface, too; browsers reach nothing at `0.0.0.0`. */
const reachable = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** The looks of the pages of each bank, and of pages whose bank is not known. */
export type PageThemes = Required<Pick<HundiPagesOptions, 'theme' | 'themes'>>;

/** Each bank's pages have its name and phone. Where there is one bank, a link that is unknown can only be its own. */
export const themesOf = ({ bankTenants }: ProvisionDocument): PageThemes => {
  const themes = bankTenants.map(
    ({ bankTenantId, name, supportPhone }) =>
      [bankTenantId, { name, ...(supportPhone !== undefined && { supportPhone }) }] as const,
  );
  const [only, ...others] = themes;
  return {
    theme: only !== undefined && others.length === 0 ? only[1] : { name: 'Hundi' },
    themes: Object.fromEntries(themes),
  };
};
