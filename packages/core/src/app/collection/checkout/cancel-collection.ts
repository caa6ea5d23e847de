import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { browsedSession, Browser } from '../charge/browsing.js';
import { CUSTOMER } from '../../../model/collection/session/collection-entry.js';
import {
  CollectionNotFound,
  type PaymentInProgress,
  type CollectionEnded,
} from '../../../model/collection/session/collection-errors.js';
import { stepCollection } from '../../../model/collection/session/collection-machine.js';
import type { CollectionStatus } from '../../../model/collection/session/collection-session.js';
import { takeStep } from '../charge/step-changes.js';

type CancelCollectionError = CollectionNotFound | CollectionEnded | PaymentInProgress;

/** Ends a session whose customer leaves without paying (§3.5), unless a card is being charged; answers its status. */
export type CancelCollection = OpenUseCase<Browser, CancelCollectionError, CollectionStatus>;
export const CancelCollection = token<CancelCollection>('CancelCollection');

export const makeCancelCollection = recipe(
  CancelCollection,
  { Storage, Clock, Sealer: GuardedSealer },
  ({ storage, clock, sealer }) =>
    openUseCase(Browser, async (browser) => {
      const seen = await browsedSession(storage, clock, sealer, browser);
      if (seen === undefined) return E.left(CollectionNotFound());
      return storage.atomically(async (stores) => {
        const session = await stores.collections.anySession(browser.sessionId);
        if (session === undefined) return E.left(CollectionNotFound());
        const now = clock.now();
        const left = stepCollection(session, { type: 'cancel', at: now });
        if (E.isLeft(left)) return left;
        await writeRecords(stores, takeStep(session, left.right, { actor: CUSTOMER }, now));
        return E.right(left.right.next.status);
      });
    }),
);
