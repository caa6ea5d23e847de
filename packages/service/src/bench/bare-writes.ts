import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The bare work of one payment: called with how many are written in one transaction. */
export type WriteBare = (count: number) => Promise<void>;

/** A server on loopback that takes payments. */
export interface BareWrites {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * The least that a server must do to take payments: parse each body, and write what has come in meanwhile in one
 * transaction. The service commits together in the same way, so both wait for the disk equally seldom.
 */
export const openBareWrites = async (write: WriteBare): Promise<BareWrites> => {
  let waiting: (() => void)[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const answers = waiting;
      waiting = [];
      await write(answers.length);
      for (const answer of answers) answer();
    }
    isWriting = false;
  };

  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      JSON.parse(await text(request));
      waiting.push(() => response.writeHead(202).end('{}'));
      if (!isWriting) await writeAll();
    };
    take().catch((error: unknown) => {
      response.destroy(error as Error);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
