import { E, hundiFrom, type Hundi } from '@hundi/core';
import { coreModule, portsModule } from '@hundi/core/inversify';
import { Container } from 'inversify';
import { bankPorts } from './bank-ports.js';
import { coreBanking, type CoreBanking } from './core-banking.js';
import { customers } from './customers.js';
import { ReviewDesk } from './review-desk.js';

/** The bank with the engine inside it. */
export interface Bank {
  readonly engine: Hundi;
  readonly desk: ReviewDesk;
  readonly books: CoreBanking;
}

/** Puts the engine into the bank's own container and sets its customers up. */
export const openBank = async (): Promise<Bank> => {
  const books = coreBanking(new Map([['700100200300', 1_000_000]]));
  const container = new Container();
  container.load(coreModule, portsModule(bankPorts(books)));
  container.bind(ReviewDesk).toSelf().inSingletonScope();
  const engine = hundiFrom(container);

  // Before anything is sealed: a key that is not the database's ends the start.
  if (E.isLeft(await engine.checkSealer())) throw new Error('the sealer has another key');
  const provisioned = await engine.provision(customers);
  if (E.isLeft(provisioned)) throw new Error(JSON.stringify(provisioned.left.issues));
  return { engine, desk: container.get(ReviewDesk), books };
};
