import type { E, Person, PortalChanges } from '@hundi/core';
import type * as t from 'io-ts';
import type { JsonBody } from '../http/body/json-body.js';
import { optionalKey, replayHeader, REPLAYED } from '../http/idempotency-key.js';
import { onceIfKeyed } from '../http/once-if-keyed.js';
import type { Refusal } from '../problem/refusal.js';
import { portalRoute, type About, type PortalRoute, type Ran, type Success } from './route.js';

const OptionalKey = optionalKey(' of this person');

interface Request<P extends t.Props, B> {
  readonly caller: Person;
  readonly params: t.TypeOfProps<P>;
  readonly body: B;
}

/** A route by which a person changes something. */
interface ChangeSpec<P extends t.Props, B, K extends Refusal['_tag'], O, A> {
  /** Default: POST. */
  readonly method?: Exclude<PortalRoute['method'], 'GET'>;
  readonly path: `/portal/v1/${string}`;
  readonly about: About;
  readonly confirmed?: true;
  readonly enrolling?: true;
  readonly params: P;
  readonly body?: JsonBody<B>;
  readonly refusals: ReadonlyArray<K>;
  readonly success: Omit<Success<A, never>, 'headers'>;
  readonly run: (
    engine: PortalChanges,
    request: Request<P, B>,
  ) => Promise<E.Either<Ran<NoInfer<K>>, O>>;
  readonly reply: (output: O) => { readonly body: NoInfer<A> };
}

/** A change by the portal API, once for each idempotency key if the person sends one. */
export const portalChange = <P extends t.Props, B, K extends Refusal['_tag'], O, A>({
  method = 'POST',
  path,
  refusals,
  success,
  run,
  reply,
  ...spec
}: ChangeSpec<P, B, K, O, A>): PortalRoute =>
  portalRoute<
    P,
    t.Props,
    { readonly 'idempotency-key': typeof OptionalKey },
    B,
    Refusal['_tag'],
    { readonly answer: O; readonly replayed: boolean },
    A,
    'Idempotent-Replayed'
  >({
    ...spec,
    method,
    path,
    query: {},
    headers: { 'idempotency-key': OptionalKey },
    refusals: [...refusals, 'IdempotencyKeyReused'],
    success: { ...success, headers: replayHeader },
    run: (engine, { caller, params, body, headers }) => {
      const { tenant, userId } = caller;
      return onceIfKeyed(
        engine,
        { tenant, userId, route: `${method} ${path}`, values: { params, body } },
        headers['idempotency-key'],
        (changes) => run(changes, { caller, params, body }),
      );
    },
    reply: ({ answer, replayed }) => ({ ...reply(answer), ...(replayed && { headers: REPLAYED }) }),
  });
