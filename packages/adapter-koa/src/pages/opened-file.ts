import type { Hundi, RateLimiter } from '@hundi/core';
import { E } from '@hundi/core';
import { BODIES_HELD, holdBody } from '../http/body/bodies-held.js';
import type { SentFile } from './form/multipart.js';
import { fileRefusalOf, REFUSALS, type RefusalPage } from './refusal-page.js';

/** A file that its sender may send: its bytes are counted. */
export type OpenedFile = Pick<SentFile, 'name' | 'bytes'> & {
  /** Reads what is left of the form, and says whether all of it was in order. */
  readonly end: () => Promise<E.Either<RefusalPage, undefined>>;
};

/** What counts the bytes of files. */
export interface FileCounts {
  readonly engine: Hundi;
  readonly limiter: RateLimiter | undefined;
}

/**
 * Opens files: their bytes count among the bodies that this process holds for one sender and in all, and against the
 * sender's rate, as those of calls do. The files of one sender are read one at a time.
 */
export const fileOpener = (file: SentFile, { engine, limiter }: FileCounts) => {
  let release = (): void => undefined;
  return {
    open: async (who: string): Promise<E.Either<RefusalPage, OpenedFile>> => {
      const { name, bytes, atMost, end } = file;
      const held = holdBody(engine, who, BODIES_HELD);
      release = held.release;
      const over = held.take(atMost);
      if (over !== undefined) return E.left(fileRefusalOf(over));
      const allowance = await limiter?.take(who, 'bytes', atMost);
      if (allowance?.allowed === false)
        return E.left({
          ...REFUSALS.limited,
          headers: { 'Retry-After': String(allowance.resetSeconds) },
        });
      await held.alone();
      return E.right({
        name,
        bytes,
        end: async () => {
          const whole = await end();
          return E.isLeft(whole) ? E.left(fileRefusalOf(whole.left)) : whole;
        },
      });
    },
    close: (): void => {
      release();
    },
  };
};
