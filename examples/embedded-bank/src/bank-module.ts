import { randomBytes } from 'node:crypto';
import { memoryStorage } from '@hundi/adapter-memory';
import {
  BankDirectory,
  BankRail,
  CardAcquirer,
  Clock,
  Entropy,
  HostedPages,
  Mailer,
  Pacer,
  Sealer,
  SendMark,
  Storage,
  WebhookSender,
  type Token,
} from '@hundi/core';
import { ContainerModule } from 'inversify';
import type { CoreBanking } from './core-banking.js';
import { coreBankingRail } from './core-banking-rail.js';
import {
  deskOnly,
  keySealer,
  noWebhooks,
  noCards,
  noPages,
  ownBranches,
  secureEntropy,
  systemClock,
  timerPacer,
} from './host-ports.js';
import { ledgerMark } from './ledger-mark.js';
import { ReviewDesk } from './review-desk.js';

const KEY_BYTES = 32;

/** Every port that the engine asks for, as this bank fulfils it, and the bank's own services beside them. */
export const bankModule = (bank: CoreBanking): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const port = <T>(token: Token<T>, value: T): void => {
      bind<T>(token).toConstantValue(value);
    };
    port(Storage, memoryStorage());
    port(BankRail, coreBankingRail(bank));
    port(SendMark, ledgerMark(bank));
    port(BankDirectory, ownBranches);
    port(Mailer, deskOnly);
    port(WebhookSender, noWebhooks);
    port(CardAcquirer, noCards);
    port(HostedPages, noPages);
    port(Clock, systemClock);
    port(Entropy, secureEntropy);
    port(Pacer, timerPacer());
    port(Sealer, keySealer(randomBytes(KEY_BYTES)));
    bind(ReviewDesk).toSelf().inSingletonScope();
  });
