import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to a commit whose answer is lost: the server never gets it, or nobody gets the server's answer. */
export type LostCommit = 'never arrives' | 'answer lost';

/** One address for whichever server is the primary, as a virtual IP or a load balancer in a bank's network. */
export interface VirtualAddress {
  readonly url: string;
  /** Cuts every connection; new ones lead to this server. */
  readonly leadTo: (url: string) => void;
  /**
   * Cuts the next connection that commits after it wrote this text. The returned function says whether that
   * has happened.
   */
  readonly loseCommit: (text: string, how: LostCommit) => () => boolean;
  readonly close: () => Promise<void>;
}

interface Loss {
  readonly text: string;
  readonly how: LostCommit;
  struck: boolean;
}

const DEFAULT_PORT = 5_432;

/** COMMIT as a simple query of the PostgreSQL protocol, the way the engine ends a unit of work. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

const connectTo = (url: string): Socket => {
  const { hostname, port } = new URL(url);
  return connect(Number(port || DEFAULT_PORT), hostname);
};

/** Passes bytes on between a client and a server, until a connection ends or the commit that is meant comes. */
const join = (near: Socket, far: Socket, armed: () => Loss | undefined): void => {
  let meant: Loss | undefined;
  const cut = (): void => {
    near.destroy();
    far.destroy();
  };
  const lose = (loss: Loss, chunk: Buffer): void => {
    loss.struck = true;
    if (loss.how === 'never arrives') cut();
    else {
      // Once the server answers, the commit has happened, and the client does not hear of it.
      far.unpipe(near).once('data', cut).resume();
      far.write(chunk);
    }
  };
  near.on('data', (chunk: Buffer) => {
    const loss = armed();
    if (loss !== undefined && chunk.includes(loss.text)) meant = loss;
    if (meant?.struck === false && chunk.includes(COMMIT)) lose(meant, chunk);
    else if (!far.write(chunk)) {
      near.pause();
      far.once('drain', () => near.resume());
    }
  });
  far.pipe(near);
  near.on('close', cut);
  far.on('close', cut);
};

/** Stands between clients and the server of a URL. */
export const virtualAddress = async (first: string): Promise<VirtualAddress> => {
  let target = first;
  let armed: Loss | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connectTo(target);
    keep(near);
    keep(far);
    join(near, far, () => armed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(first);
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    leadTo: (next) => {
      target = next;
      cutAll();
    },
    loseCommit: (text, how) => {
      const loss = { text, how, struck: false };
      armed = loss;
      return () => loss.struck;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
  };
};
