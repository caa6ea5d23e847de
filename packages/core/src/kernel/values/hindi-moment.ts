import type { EpochMs } from './time.js';

/** Hindi as India writes it, with the digits 0 to 9. */
export const HINDI = 'hi-IN-u-nu-latn';

/**
 * Day and time of a moment in Hindi. The format is made for each mail: the words of a language take as long to load as
 * half of the engine, and who imports it does not wait for them.
 *
 * @param timeZone IANA.
 */
export const hindiMoment = (at: EpochMs, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat(HINDI, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
