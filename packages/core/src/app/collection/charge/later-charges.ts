import { tenantOf } from '../../../kernel/values/tenant.js';
import {
  ATTEMPTS_MAX,
  type CollectionSession,
} from '../../../model/collection/session/collection-session.js';
import type { CardAcquirer, CardCharge } from '../../../ports/card-acquirer.js';
import type { Calling } from '../../../ports/in-time.js';
import type { Stores } from '../../../storage/storage.js';
import { chargeRefOf } from '../../../model/collection/card/charge-ref.js';
import { chargeOf } from './charge-of.js';
import { answerOf, readChargeQueryAnswer } from './read-charge-answer.js';
import { bornOf } from './session-age.js';

/** The charges of a session that may come after its first attempts. */
export const laterCharges = async (
  stores: Stores,
  session: Parameters<typeof chargeOf>[1],
  attempts: number,
): Promise<ReadonlyArray<CardCharge>> => {
  if (attempts >= ATTEMPTS_MAX) return [];
  const next = await chargeOf(stores, session, attempts + 1);
  return Array.from({ length: ATTEMPTS_MAX - attempts }, (_, i) => ({
    ...next,
    chargeRef: chargeRefOf(session.sessionId, attempts + 1 + i),
  }));
};

/** Those among them that a life of the database may have made which a restored backup has ended. */
export const forgottenCharges = async (
  stores: Stores,
  session: CollectionSession,
  attempts: number,
): Promise<ReadonlyArray<CardCharge>> => {
  const line = await stores.doubts.line();
  if (line === undefined) return [];
  const { linkId } = session;
  const link =
    linkId === undefined ? undefined : await stores.collections.link(tenantOf(session), linkId);
  return bornOf(session, link) > line ? [] : laterCharges(stores, session, attempts);
};

/** The kind of the acquirer's answer about a charge. */
export interface Heard {
  readonly chargeRef: string;
  readonly kind: string;
}

/** Asks about charges at once: a claim has to last for all of them, and a customer may be waiting. */
export const hearOf = (
  acquirer: CardAcquirer,
  charges: ReadonlyArray<CardCharge>,
  calling: Calling,
): Promise<ReadonlyArray<Heard>> =>
  Promise.all(
    charges.map(async (charge) => {
      const ask = async () => readChargeQueryAnswer(await acquirer.query(charge));
      const { kind } = await answerOf(acquirer, ask, calling);
      return { chargeRef: charge.chargeRef, kind };
    }),
  );
