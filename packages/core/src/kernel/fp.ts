/**
 * The `Either` of fp-ts, which every use case that can refuse returns: a refusal on the left, by its `_tag`, or the answer
 * on the right. By the one path that both tsc and Node resolve.
 */
export * as E from 'fp-ts/lib/Either.js';
