import assert from 'node:assert/strict';
import { E, type IdempotencyKey } from '@hundi/core';
import { CheckoutSessionRequest, NewPaymentLink, PayoutCheckoutRequest } from '@hundi/core/wire';
import { anOrder, openCollection } from '../stage/collection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';

type Body = Readonly<Record<string, unknown>>;
type Ask<A> = (body: A) => Promise<E.Either<{ readonly _tag: string }, unknown>>;

interface Fields {
  readonly required: object;
  readonly optional: object;
}

/** Has one value, so there is no other. */
const CURRENCY = 'currency';

const KEY = 'key' as IdempotencyKey;

/**
 * A key that a request with every field of the codec used is taken for every other request: with another value
 * of any field, or without one that may be absent. `others` has another value of each field.
 */
const distinguishes = async <A extends object>(
  { required, optional }: Fields,
  full: Body,
  others: Body,
  ask: Ask<A>,
): Promise<void> => {
  const outcome = async (body: Body): Promise<string> => {
    const answer = await ask(body as A);
    return E.isRight(answer) ? 'answered' : answer.left._tag;
  };
  const names = Object.keys({ ...required, ...optional }).sort();
  assert.deepEqual(Object.keys(full).sort(), names);
  assert.deepEqual(
    Object.keys(others).sort(),
    names.filter((name) => name !== CURRENCY),
  );

  assert.equal(await outcome(full), 'answered');
  for (const [name, value] of Object.entries(others))
    assert.equal(await outcome({ ...full, [name]: value }), 'IdempotencyKeyReused', name);
  for (const name of Object.keys(optional)) {
    const { [name]: _, ...rest } = full;
    assert.equal(await outcome(rest), 'IdempotencyKeyReused', `without ${name}`);
  }
  assert.equal(await outcome(full), 'answered');
};

/** The requests that are distinguished from others by the fields of their codecs. */
export const otherRequestScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a collection session that differs in any field from the one of its key is refused',
    run: async (storage) => {
      const { engine, merchant } = await openCollection(storage);
      await distinguishes<CheckoutSessionRequest>(
        CheckoutSessionRequest,
        { ...anOrder() },
        {
          amount: 1,
          reference: 'ORDER-1002',
          description: 'A hat',
          success_url: 'https://shop.example/welcome',
          cancel_url: 'https://shop.example/shelf',
        },
        (order) => engine.createCollection(merchant, { ...order, key: KEY }),
      );
    },
  },
  {
    title: 'a payment link that differs in any field from the one of its key is refused',
    run: async (storage) => {
      const { engine, tenant } = await openCollection(storage);
      await distinguishes<NewPaymentLink>(
        NewPaymentLink,
        {
          amount: 50_050,
          currency: 'INR',
          reference: 'INVOICE-7',
          description: 'Consulting',
          email: 'asha@mail.example',
          language: 'en',
        },
        {
          amount: 50_051,
          reference: 'INVOICE-8',
          description: 'Coaching',
          email: 'ravi@mail.example',
          language: 'hi',
        },
        (link) => engine.createPaymentLink(tenant, { ...link, actorUserId: 'u-admin', key: KEY }),
      );
    },
  },
  {
    title: 'a payout checkout session that differs in any field from the one of its key is refused',
    run: async (storage) => {
      const { engine, tenant, beneficiary } = await openStage(storage);
      await distinguishes<PayoutCheckoutRequest>(
        PayoutCheckoutRequest,
        {
          makerUserId: 'u-maker',
          amount: { value: 1_500_000, currency: 'INR' },
          transactionReference: 'CHECKOUT-1',
          beneficiaryId: await beneficiary('SHARMA01'),
          redirectUrl: 'https://erp.example/done',
          cancelUrl: 'https://erp.example/back',
          metadata: { po: 7 },
        },
        {
          makerUserId: 'u-clerk',
          amount: { value: 1_500_001, currency: 'INR' },
          transactionReference: 'CHECKOUT-2',
          beneficiaryId: 'another',
          redirectUrl: 'https://erp.example/end',
          cancelUrl: 'https://erp.example/home',
          metadata: { po: 8 },
        },
        (request) => engine.openPayoutCheckout(tenant, { ...request, key: KEY }),
      );
    },
  },
];
