import { sealedIn as pageTokenOf } from '../collection/page/page-token.js';
import { COLLECTIONS_ROUTE, LINKS_ROUTE } from '../../model/collection/session/page-routes.js';
import { Envelope } from '../idempotency/envelope.js';
import { answerContext, ENVELOPED, SEALED } from '../idempotency/keyed-storage.js';
import { stored } from '../../kernel/codecs/decode.js';
import { openedContext, PAYOUT_CHECKOUTS_ROUTE } from '../payout-checkout/opened-context.js';
import type { SealedText } from '../../ports/sealer.js';
import type { KeptAnswer, SealedAnswers } from '../../storage/idempotency-store.js';
import { swappedIn, type Swap } from './sealed-texts.js';

export const SEALED_ANSWERS: SealedAnswers = {
  outcomes: [ENVELOPED, SEALED],
  routes: [PAYOUT_CHECKOUTS_ROUTE, COLLECTIONS_ROUTE, LINKS_ROUTE],
};

/** A member of the body that is sealed; none where the whole body is. */
const memberOf = ({ outcome, route }: KeptAnswer): 'sealedKey' | 'sealedToken' | undefined => {
  if (outcome === ENVELOPED) return 'sealedKey';
  return outcome === SEALED || route === PAYOUT_CHECKOUTS_ROUTE ? undefined : 'sealedToken';
};

export const textOfAnswer = (answer: KeptAnswer): SealedText => {
  const { outcome, body } = answer;
  const member = memberOf(answer);
  if (member === 'sealedKey')
    return { sealed: stored(Envelope, body).sealedKey, context: answerContext(answer) };
  if (member === undefined) {
    const context = outcome === SEALED ? answerContext(answer) : openedContext(answer);
    return { sealed: body, context };
  }
  const { id, linkId, sealedToken } = JSON.parse(body) as {
    readonly id?: string;
    readonly linkId?: string;
    readonly sealedToken: string;
  };
  return pageTokenOf({ id: linkId ?? id ?? '', sealedToken });
};

/** The body of an answer with another sealed text in its place. */
export const swappedBody = (answer: KeptAnswer, swap: Swap): string => {
  const member = memberOf(answer);
  return member === undefined ? swap(answer.body) : swappedIn(answer.body, member, swap);
};
