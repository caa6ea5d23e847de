/**
 * The storage cannot be had now: it is down, restarts, is cut off, or has no connection free for longer than
 * callers wait. It passes. Who asks again, with the same idempotency key, has nothing done twice; the cause is
 * the driver's own error.
 */
export class StorageAway extends Error {
  override readonly name: string = 'StorageAway';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}
