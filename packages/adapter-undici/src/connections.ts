import { buildConnector, Pool } from 'undici';
import type { AddressRule } from './address-rule.js';
import { AddressRefused, checkedLookup } from './checked-lookup.js';
import type { Resolve } from './resolve.js';

/** Connections that one endpoint has at once. */
const CONNECTIONS = 8;

/** How many endpoints keep connections. */
const ENDPOINTS_MAX = 1_000;

/** Kept-alive connections, those of one endpoint apart from those of any other. */
export interface Connections {
  readonly of: (endpointId: string, origin: string) => Pool;
  readonly close: () => Promise<void>;
}

/** Connects to addresses that the rule allows: a name's are looked up and checked, and so is where it ended. */
const connector = (resolve: Resolve, rule: AddressRule, timeoutMs: number) => {
  const connect = buildConnector({ lookup: checkedLookup(resolve, rule), timeout: timeoutMs });
  return ((options, callback) =>
    connect(options, (...connected) => {
      const [error, socket] = connected;
      // An address in place of a name is not looked up.
      if (error !== null || rule.allows(socket.remoteAddress ?? '')) callback(...connected);
      else {
        socket.destroy();
        callback(new AddressRefused('the connection ended where webhooks may not go'), null);
      }
    })) satisfies buildConnector.connector;
};

export const connections = (
  resolve: Resolve,
  rule: AddressRule,
  timeoutMs: number,
): Connections => {
  const connect = connector(resolve, rule, timeoutMs);
  const pools = new Map<string, Pool>();

  // The one that was used least lately goes; what it has under way is finished.
  const makeRoom = (): void => {
    const [oldest] = pools;
    if (pools.size < ENDPOINTS_MAX || oldest === undefined) return;
    pools.delete(oldest[0]);
    void oldest[1].close();
  };

  return {
    of: (endpointId, origin) => {
      const name = `${endpointId} ${origin}`;
      const known = pools.get(name);
      if (known !== undefined) {
        pools.delete(name);
        pools.set(name, known);
        return known;
      }
      makeRoom();
      // One attempt has one deadline, from the look-up to the last byte; the parts need none of their own.
      const pool = new Pool(origin, {
        connect,
        connections: CONNECTIONS,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      pools.set(name, pool);
      return pool;
    },
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.close()));
    },
  };
};
