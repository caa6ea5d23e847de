import * as t from 'io-ts';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import type { Person } from '../../model/portal/session/person.js';
import { UploadNotFound } from '../../model/portal/session/kept-upload.js';

const GetUploadInput = record('GetUploadInput', { uploadId: t.string });
type GetUploadInput = t.TypeOf<typeof GetUploadInput>;

/** Reads the content of a file that the person keeps; those of others are as absent as ones that never were. */
export type GetUpload = CallersUseCase<Person, GetUploadInput, UploadNotFound, string>;
export const GetUpload = token<GetUpload>('GetUpload');

export const makeGetUpload = recipe(GetUpload, { Storage, Clock }, ({ storage, clock }) =>
  callersUseCase(GetUploadInput, async ({ tenant, userId }, { uploadId }) => {
    const kept = await storage.read(({ portal }) => portal.upload(tenant, userId, uploadId));
    return kept === undefined || kept.expiresAt <= clock.now()
      ? E.left(UploadNotFound())
      : E.right(kept.content);
  }),
);
