import * as t from 'io-ts';
import { NotAMaker } from '../../model/access/access-errors.js';
import { may } from '../../model/access/actor.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../kernel/values/uuid.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Storage } from '../../storage/storage.js';
import type { Person } from '../../model/portal/session/person.js';
import { forgetExpired } from './forget-expired.js';
import { UPLOAD_LIFE, UPLOADS_MAX } from '../../model/portal/session/kept-upload.js';

const KeepUploadInput = record('KeepUploadInput', { content: t.string });
type KeepUploadInput = t.TypeOf<typeof KeepUploadInput>;

/** Names a file that is kept. */
export interface UploadKept {
  readonly uploadId: string;
}

/**
 * Keeps what a host made of a person's file of payments, for an hour and for that person alone, so that they can look at
 * it before they submit it. Of one person's files it keeps the newest three.
 */
export type KeepUpload = CallersUseCase<Person, KeepUploadInput, NotAMaker, UploadKept>;
export const KeepUpload = token<KeepUpload>('KeepUpload');

export const makeKeepUpload = recipe(
  KeepUpload,
  { Storage, Clock, Entropy },
  ({ storage, clock, entropy }) =>
    callersUseCase(KeepUploadInput, ({ tenant, userId }, { content }) => {
      const random = entropy.bytes(UUID_ENTROPY_BYTES);
      return storage.atomically(async ({ tenancy, portal }) => {
        const [actor] = await tenancy.actors(tenant, [userId]);
        if (actor === undefined || !may(actor, 'transaction.make'))
          return E.left(NotAMaker(userId));
        const now = clock.now();
        const uploadId = uuidV7(now, random);
        const expiresAt = now + UPLOAD_LIFE;
        await forgetExpired(portal, now);
        await portal.keepUpload({ uploadId, tenant, userId, expiresAt, content }, UPLOADS_MAX);
        return E.right({ uploadId });
      });
    }),
);
