import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { AutomaticSpan } from './automatic-span.js';

/**
 * The seal of a corporate's policies, and its version: the mark outside the database holds the latest. `policies` are the
 * versions of its approval policy since approvals need a passkey, each with the moment that it took effect (epoch ms) and
 * the SHA-256 of its canonical JSON. `automatic` says which packages approve by themselves what that policy asks no
 * approval for, and since when; absent on a seal from before it was kept.
 */
export const PolicySeal = record(
  'PolicySeal',
  {
    version: t.number,
    policies: t.array(t.strict({ version: t.number, at: t.number, digest: t.string })),
    seal: t.string,
  },
  { automatic: t.array(AutomaticSpan) },
);
export type PolicySeal = t.TypeOf<typeof PolicySeal>;
