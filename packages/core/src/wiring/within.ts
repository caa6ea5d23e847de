import { wakingAtEnd } from '../app/duty/waking.js';
import { tokenOf, type Token } from '../kernel/token.js';
import { Pacer } from '../ports/whole-pacer.js';
import type { HostTransaction } from '../storage/host-transaction.js';
import { Storage } from '../storage/whole-storage.js';
import { RECIPES } from './recipes.js';
import { recipeBook, resolveAll, singletons, type Made, type Resolver } from './singletons.js';
import { CHANGES, USE_CASES } from './use-cases.js';

const { authorizeBeneficiary, createBeneficiary } = CHANGES;
const { acceptBatch, createPayments, getJob, getTransaction } = USE_CASES;

/** Use cases that call nothing outside of the storage. */
const WITHIN = {
  acceptBatch,
  authorizeBeneficiary,
  createBeneficiary,
  createPayments,
  getJob,
  getTransaction,
};

/** Use cases in a transaction of the host (decisions §16). What they answer is true once the host has committed. */
export type Within = Made<typeof WITHIN>;

const book = recipeBook(RECIPES);

const needs = (token: Token<unknown>): ReadonlyArray<Token<unknown>> =>
  (book.get(token)?.dependencies ?? []).map(([, one]) => tokenOf(one));

const isOverStorage = (token: Token<unknown>): boolean =>
  token === Storage || needs(token).some(isOverStorage);

/** What use cases within a transaction share with the rest of the engine. */
export const SHARED: ReadonlySet<Token<unknown>> = new Set(
  Object.values(WITHIN).flatMap(({ service }) => {
    const sharedOf = (token: Token<unknown>): ReadonlyArray<Token<unknown>> =>
      isOverStorage(token) ? needs(token).flatMap(sharedOf) : [token];
    return sharedOf(service).filter((token) => token !== Storage);
  }),
);

/** Makes the use cases over a transaction, and wakes the workers once it has ended. */
export const withinOf =
  (container: Resolver) =>
  (transaction: HostTransaction): Within => {
    const shared = [...SHARED].map((token) => [token, container.get(token)] as const);
    const within = wakingAtEnd(transaction, container.get(Storage), container.get(Pacer));
    return resolveAll(
      WITHIN,
      singletons(book, new Map<symbol, unknown>([...shared, [Storage, within]])),
    );
  };
