import { recogniseInAnyCopy } from '../any-copy.js';

const HIDDEN = '***';

/** Node prints values by this method, wherever they are nested. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * A value that cannot be printed, written or logged by accident: turned into text it is `***`.
 * Only an explicit call returns its content.
 */
export class Secret<A> {
  static {
    recogniseInAnyCopy(this, 'Secret');
  }

  readonly #value: A;

  constructor(value: A) {
    this.#value = value;
  }

  /** The value itself, for the one function that needs it. */
  reveal(): A {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }

  [INSPECT](): string {
    return HIDDEN;
  }
}
