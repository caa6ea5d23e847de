import { recogniseInAnyCopy } from '../kernel/any-copy.js';

/**
 * The storage is temporarily unavailable (decisions §2): it is down, restarts, is cut off, full or read-only, or has no
 * free connection for longer than callers wait. A caller that repeats a request with the same idempotency key has it done
 * once. The cause is the driver's own error.
 */
export class StorageAway extends Error {
  static {
    recogniseInAnyCopy(this, 'StorageAway');
  }

  override readonly name: string = 'StorageAway';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

/** Whether an error says that the storage is unavailable. */
export const isStorageAway = (error: unknown): boolean => error instanceof StorageAway;
