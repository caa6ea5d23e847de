import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { HOUR, type EpochMs } from '../../../kernel/values/time.js';

/** How long a file of payments is kept for its person between looking at it and submitting it. */
export const UPLOAD_LIFE = HOUR;

/** How many files of one person are kept: the newest. */
export const UPLOADS_MAX = 3;

/** A file of payments that a person has brought and may still submit. No other person sees it. */
export interface KeptUpload {
  readonly uploadId: string;
  readonly tenant: Tenant;
  readonly userId: UserId;
  readonly expiresAt: EpochMs;
  /** What the host made of the file, in a form of its own that the engine does not read. */
  readonly content: string;
}

/** The person keeps no such file: it never was theirs, is older than an hour, or newer ones took its place. */
export const UploadNotFound = () => ({ _tag: 'UploadNotFound' }) as const;
export type UploadNotFound = ReturnType<typeof UploadNotFound>;
