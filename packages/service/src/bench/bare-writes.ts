import { text } from 'node:stream/consumers';
import { serveBare, type BareServer } from './serve-bare.js';

/** The bare work of one payment: called with how many are written in one transaction. */
export type WriteBare = (count: number) => Promise<void>;

/**
 * The least that a server must do to take payments: parse each body, and write what has come in meanwhile in one
 * transaction. The service commits together in the same way, so both wait for the disk equally seldom.
 */
export const openBareWrites = (write: WriteBare): Promise<BareServer> => {
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

  return serveBare(async (request, response) => {
    JSON.parse(await text(request));
    waiting.push(() => response.writeHead(202).end('{}'));
    if (!isWriting) await writeAll();
  });
};
