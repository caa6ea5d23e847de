import * as t from 'io-ts';
import { stored } from '../../../kernel/codecs/decode.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import { E } from '../../../kernel/fp.js';
import { sha256 } from '../../../kernel/secrets/digest.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { EpochMs, MINUTE } from '../../../kernel/values/time.js';
import type { Via } from '../../../kernel/values/via.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { KeptVerdicts } from './kept-verdicts.js';
import { PreviewNotFound, PreviewUnusable } from './preview-errors.js';

/** How long a preview may be posted. */
export const PREVIEW_TTL = 10 * MINUTE;

/** A preview, as its token holds it: of which batch, until when, with which verdicts. */
const Preview = t.strict({
  /** Of the batch, see {@link ReadBatch}. */
  fingerprint: t.string,
  expiresAt: EpochMs,
  verdicts: KeptVerdicts,
});
export type Preview = t.TypeOf<typeof Preview>;

const TOKEN_MAX = 8_000;

/** A token opens for its corporate and its key alone; without a key, for software that brings none. */
const contextOf = ({ bankTenantId, corporateTenantId }: Tenant, via: Via | undefined): string =>
  `preview ${sha256(canonicalJson([bankTenantId, corporateTenantId, via?.keyId ?? null]))}`;

/**
 * Writes a preview as a token: nothing is stored. The text of a sealer may be anything, and the token goes through a
 * header, so it is written as a part of a URI, which leaves most sealed texts as they are.
 */
export const sealPreview = async (
  { seal }: Pick<GuardedSealer, 'seal'>,
  tenant: Tenant,
  via: Via | undefined,
  preview: Preview,
): Promise<string> =>
  encodeURIComponent(await seal(JSON.stringify(preview), contextOf(tenant, via)));

const decoded = (token: string): string | undefined => {
  try {
    return decodeURIComponent(token);
  } catch {
    return undefined;
  }
};

/** Opens the token of a preview of the batch with this fingerprint. Call it outside of any unit of work. */
export const openPreview = async (
  { open }: Pick<GuardedSealer, 'open'>,
  tenant: Tenant,
  via: Via | undefined,
  { token, fingerprint }: { readonly token: string; readonly fingerprint: string },
): Promise<E.Either<PreviewNotFound | PreviewUnusable, Preview>> => {
  const sealed = token.length > TOKEN_MAX ? undefined : decoded(token);
  const opened = sealed === undefined ? undefined : await open(sealed, contextOf(tenant, via));
  if (opened === undefined) return E.left(PreviewNotFound());
  const preview = stored(Preview, opened);
  return preview.fingerprint === fingerprint
    ? E.right(preview)
    : E.left(PreviewUnusable('other_batch'));
};
