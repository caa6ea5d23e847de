import { E, type Tenant } from '@hundi/core';
import type { BatchPreview } from '@hundi/core/wire';
import type { Process } from '../engine/process.js';
import { note, type World } from '../world/world.js';
import type { Random } from '../world/random.js';
import { changed, type BatchBody } from './batches.js';
import { TENANTS } from './tenants.js';

/** A preview that a client of a corporate got by one of its keys. */
export interface Preview {
  readonly tenant: Tenant;
  readonly keyId: string;
  readonly body: BatchBody;
  readonly token: string;
  readonly records: BatchPreview['records'];
}

/** Where, by which key, and as what a batch is posted with the token of a preview. */
export interface Posting extends Pick<Preview, 'tenant' | 'keyId' | 'body'> {
  readonly preview: Preview;
}

const KEYS = ['key1', 'key2'];

/** Asks for a preview of a batch; `keep` is given it. */
export const askPreview = (
  world: World,
  process: Process,
  { tenant, body }: Pick<Preview, 'tenant' | 'body'>,
  keep: (preview: Preview) => void,
): void => {
  const keyId = world.random.clients.pick(KEYS);
  note(world, `client previews a batch of ${tenant.corporateTenantId} at ${process.name}`);
  process
    .ask((engine) => engine.previewBatchAsJson(tenant, { batch: body, via: { keyId } }))
    .then(
      (answer) => {
        if (answer === undefined || E.isLeft(answer)) return;
        const { previewToken: token, records } = JSON.parse(answer.right) as BatchPreview;
        keep({ tenant, keyId, body, token, records });
      },
      () => undefined,
    );
};

/** How a client posts with a token: mostly as it was previewed; at times something else, or as somebody else. */
export const posting = (dice: Random, preview: Preview): Posting => {
  const { tenant, keyId, body } = preview;
  const as = { preview, tenant, keyId, body };
  switch (dice.pick(['it', 'it', 'it', 'it', 'it', 'body', 'key', 'corporate'] as const)) {
    case 'it':
      return as;
    case 'body':
      return { ...as, body: changed(dice, body) };
    case 'key':
      return { ...as, keyId: KEYS.find((one) => one !== keyId) ?? keyId };
    case 'corporate':
      return { ...as, tenant: TENANTS.find((one) => one !== tenant) ?? tenant };
  }
};

/** Whether a posting is of the batch that was previewed, by the same key of the same corporate. */
export const isAsPreviewed = ({ preview, tenant, keyId, body }: Posting): boolean =>
  preview.tenant === tenant &&
  preview.keyId === keyId &&
  JSON.stringify(preview.body) === JSON.stringify(body);
