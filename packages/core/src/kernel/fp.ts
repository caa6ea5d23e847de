/** The parts of fp-ts that core uses, by the one path that both tsc and Node resolve. */
export * as E from 'fp-ts/lib/Either.js';
