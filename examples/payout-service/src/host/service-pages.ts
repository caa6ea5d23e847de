import type { HostedPages } from '@hundi/core';
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
      listening = url;
    },
  };
};
