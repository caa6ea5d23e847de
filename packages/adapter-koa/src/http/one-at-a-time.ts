import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BlankLines } from './blank-lines.js';
import { arrivesInCrowd, turns } from './turns.js';

/** What clients may send ahead of answers, in all connections of a server. */
const AHEAD_MAX = 16 * 1_024 * 1_024;

/** Pieces of one request that are parsed before other connections have their turn. */
const PIECES_A_TURN = 64;

/** Connections whose first or next requests are begun in one round of the event loop. */
const GO_ON_A_ROUND = 16;

const turnToGoOn = turns(GO_ON_A_ROUND);

/** The bytes that a server keeps for requests that are not begun. */
interface Ahead {
  bytes: number;
}

/** Node's own listener, which gives bytes to the parser of a connection. */
type Parse = (this: Socket, bytes: Buffer) => void;

/**
 * Gives the parser of a connection one request at a time: in pieces that end with a blank line, as every head does, or
 * with the body whose length the head has named. What comes behind them goes back into the socket.
 */
class Intake {
  /** The request that the parser met last, and how many answers are not taken. */
  #last: IncomingMessage | undefined;
  #open = 0;
  #bodyLeft = 0;
  #lines = new BlankLines();
  #isHeldBack = false;
  #counted = 0;
  readonly #onData: Parse;

  constructor(
    readonly socket: Socket,
    readonly parse: Parse,
    readonly ahead: Ahead,
  ) {
    const take = (bytes: Buffer): void => {
      this.#take(bytes);
    };
    // Node finds it by `listener` where it takes its own off: when a connection goes over to another protocol.
    this.#onData = Object.assign(take, { listener: parse });
    socket.off('data', parse);
    socket.on('data', this.#onData);
    socket.once('close', () => {
      this.#count(0);
    });
  }

  /** Has the first request wait for its turn. */
  queueUp(): void {
    this.#isHeldBack = true;
    this.socket.pause();
    this.#goOn();
  }

  #take(bytes: Buffer): void {
    this.#count(0);
    let rest = bytes;
    // Who was told that the connection ends, or sent what is not HTTP, has nothing more begun.
    for (let pieces = 0; rest.length > 0 && this.socket.writable; pieces += 1) {
      if (!this.socket.rawListeners('data').includes(this.#onData)) {
        this.socket.unshift(rest);
        return;
      }
      if (this.#waits() || pieces === PIECES_A_TURN) {
        this.#holdBack(rest);
        return;
      }
      const end = this.#pieceEnd(rest);
      const piece = rest.subarray(0, end);
      rest = rest.subarray(end);
      this.#give(piece);
    }
  }

  #give(piece: Buffer): void {
    const { socket } = this;
    const { bytesWritten } = socket;
    const last = this.#isWhole() ? this.#last : null;
    this.parse.call(socket, piece);
    // Node answers some heads itself, as one without Host, and tells no listener.
    if (last !== this.#last || socket.bytesWritten === bytesWritten || !socket.writable) return;
    this.#open += 1;
    socket.write('', () => {
      this.#taken();
    });
  }

  begun(request: IncomingMessage, response: ServerResponse): void {
    const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
    this.#last = request;
    this.#bodyLeft = encoding === undefined ? Number(length ?? 0) : 0;
    this.#open += 1;
    response.once('close', () => {
      this.#taken();
    });
  }

  #taken(): void {
    this.#open -= 1;
    if (this.#isHeldBack) this.#goOn();
  }

  /** Whether the next request has to wait for the answer to the last one. */
  #waits(): boolean {
    return this.#open > 0 && this.#isWhole();
  }

  #isWhole(): boolean {
    return this.#last?.complete !== false;
  }

  #pieceEnd(bytes: Buffer): number {
    if (this.#bodyLeft === 0) return this.#lines.endIn(bytes);
    const end = Math.min(this.#bodyLeft, bytes.length);
    this.#bodyLeft -= end;
    return end;
  }

  #holdBack(rest: Buffer): void {
    const { socket } = this;
    this.#isHeldBack = true;
    socket.pause();
    socket.unshift(rest);
    this.#count(socket.readableLength);
    if (this.ahead.bytes > AHEAD_MAX) socket.destroy();
    else if (!this.#waits()) this.#goOn();
  }

  /** Other connections have their turn before this one goes on, and those that go on are few at a time. */
  #goOn(): void {
    void turnToGoOn().then(() => {
      this.#isHeldBack = false;
      this.socket.resume();
    });
  }

  #count(bytes: number): void {
    this.ahead.bytes += bytes - this.#counted;
    this.#counted = bytes;
  }
}

/**
 * Has the requests of each connection begun one at a time: the next one once the answer to the last one is taken, and of
 * many connections that have arrived or sent ahead only a few in each round of the event loop. Node begins all of them together
 * that a client has sent, and keeps their answers until the client reads.
 */
export const takeOneAtATime = (server: Server): void => {
  const ahead: Ahead = { bytes: 0 };
  const intakes = new WeakMap<Socket, Intake>();
  const follow = (socket: Socket): void => {
    const [parse] = socket.listeners('data') as [Parse?];
    if (parse !== undefined) intakes.set(socket, new Intake(socket, parse, ahead));
  };
  server.on('connection', (socket: Socket) => {
    follow(socket);
    if (arrivesInCrowd()) intakes.get(socket)?.queueUp();
  });
  server.on('secureConnection', follow);
  server.on('request', (request, response) => {
    intakes.get(request.socket)?.begun(request, response);
  });
};
