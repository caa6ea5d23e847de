import {
  decodeInput,
  E,
  type BankLogin,
  type Caller,
  type Feature,
  type FeatureOff,
  type Hundi,
  type Json,
  type JsonOf,
  type Merchant,
  type Person,
} from '@hundi/core';
import { decodeSpelt, refuseNamingAnother, type Scope } from '@hundi/core/wire';
import * as t from 'io-ts';
import type { JsonBody } from '../http/body/json-body.js';
import { refuseUnknownQuery } from '../http/unknown-query.js';
import { NoSuchPath, type RateLimited, type Refusal } from '../problem/refusal.js';
import type { Reply } from '../problem/reply.js';
import type { Who } from '../security/security-event.js';

/** A decoded request, and who sent it. */
interface Request<C, P extends t.Props, Q extends t.Props, H extends t.Props, B> {
  readonly caller: C;
  readonly params: t.TypeOfProps<P>;
  readonly query: t.TypeOfProps<Q>;
  readonly headers: t.TypeOfProps<H>;
  readonly body: B;
}

/** A request as it arrived. The body is read only when the rest is in order. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: () => Promise<E.Either<Refusal, unknown>>;
}

/** The text on a route in the description of the interface. */
export interface About {
  readonly operationId: string;
  /** The section of the interface; routes that are not in it have none. */
  readonly section?: `${number}.${number}`;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
}

/** The answer to a request that was done. */
export interface Success<A, N extends string> {
  readonly status: 200 | 201 | 202 | 204;
  /** Of a change that may have to wait for a second person: the answer is 202 then, with the same body. */
  readonly waiting?: { readonly isSo: (body: A) => boolean; readonly example: Json };
  /** `t.undefined` where there is none. */
  readonly body: t.Type<A, unknown>;
  /** Headers that it may carry beside those of every answer. */
  readonly headers?: Readonly<Record<N, t.Mixed>>;
  readonly example: Json;
}

/**
 * The refusals of a route's run. The engine decodes its input again, so a fault of shape is always possible. A refusal
 * because a feature is off is answered as an unknown path is.
 */
export type Ran<K extends Refusal['_tag']> =
  | Extract<Refusal, { readonly _tag: K | 'InvalidInput' }>
  | FeatureOff;

/** One route as data: its input, its action and its answer. `C` is the type of the caller. */
interface RouteSpec<
  C,
  P extends t.Props,
  Q extends t.Props,
  H extends t.Props,
  B,
  K extends Refusal['_tag'],
  O,
  A,
  N extends string,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/a/{b}/c`: a template of RFC 6570, as OpenAPI writes paths. */
  readonly path: `/${string}`;
  readonly about: About;
  /** It opens doors for others: the person gave a mailed code within the last five minutes. */
  readonly confirmed?: true;
  /** A session whose person has still to enrol or give a second factor may call it, too. */
  readonly enrolling?: true;
  readonly params: P;
  readonly query: Q;
  /** By their names in lowercase. Each value is the list of the values that were sent, or undefined. */
  readonly headers: H;
  readonly body?: JsonBody<B>;
  /** How many calls of a key, or in the portal of a corporate, may run at once. Default: no limit. */
  readonly atOnce?: number;
  /** In the portal: each person of a corporate may make as many at once, whatever others do. */
  readonly atOnceEach?: true;
  /** The refusals of `run`, all of them. Faults of key and shape are implied. */
  readonly refusals: ReadonlyArray<K>;
  readonly success: Success<A, N>;
  readonly run: (
    engine: Hundi,
    request: Request<C, P, Q, H, B>,
  ) => Promise<E.Either<Ran<NoInfer<K>>, O>>;
  readonly reply: (output: O) => {
    readonly body: NoInfer<A> | JsonOf<NoInfer<A>>;
    readonly headers?: Readonly<Record<NoInfer<N>, string>>;
  };
}

/**
 * Who may call a route: holders of a key with a scope, merchants with a secret key, people with a session, or
 * anybody.
 */
export type Access =
  | { readonly kind: 'key'; readonly scope: Scope }
  | { readonly kind: 'secretKey' }
  | { readonly kind: 'session' }
  | { readonly kind: 'open' };

/** A route as it is described: its types are its own affair. */
export interface RouteData extends Pick<
  RouteSpec<unknown, t.Props, t.Props, t.Props, unknown, Refusal['_tag'], unknown, unknown, string>,
  | 'method'
  | 'path'
  | 'about'
  | 'confirmed'
  | 'enrolling'
  | 'params'
  | 'query'
  | 'headers'
  | 'body'
  | 'atOnce'
  | 'atOnceEach'
  | 'refusals'
> {
  readonly access: Access;
  /** It is there while the engine has this feature. Default: always. */
  readonly feature?: Feature;
  readonly success: Omit<Success<unknown, string>, 'body' | 'waiting'> & {
    readonly body: t.Mixed;
    readonly waiting?: { readonly example: Json };
  };
}

/** A route of which the table need not know the types. `C` is who calls, `K` how they show who they are. */
export interface Route<C, K extends Access['kind']> extends RouteData {
  readonly access: Extract<Access, { readonly kind: K }>;
  readonly answer: (engine: Hundi, caller: C, raw: RawRequest) => Promise<E.Either<Refusal, Reply>>;
}

/** A route for holders of a partner key. */
export type PartnerRoute = Route<Caller, 'key'>;

/** A route for a merchant's backend. */
export type CheckoutRoute = Route<Merchant, 'secretKey'>;

/** A person who is not known yet. */
export interface Guest {
  /** The network that they come from. */
  readonly peer: string;
  /** Says who they turn out to be, or say that they are. */
  readonly known: (who: Who) => void;
  /** The session that they have at the host; undefined where they have none, or the host has no login of its own. */
  readonly bankSession: () => ReturnType<BankLogin<unknown>>;
  /** Counts what they do with one thing, however many others do something with it too. */
  readonly spend: (thing: string) => Promise<E.Either<RateLimited, undefined>>;
}

/** A route for people, with a session or on their way to one. */
export type PortalRoute = Route<Person, 'session'> | Route<Guest, 'open'>;

// A route of a feature that is off is not mounted; one that belongs to a feature without saying so is absent all the
// same.
const isOff = (refusal: Refusal | FeatureOff): refusal is FeatureOff =>
  refusal._tag === 'FeatureOff';

/** What a body may not say, whatever it is about, by who sends it. */
type BodyRule<C> = (caller: C, body: unknown) => E.Either<Refusal, undefined>;

/** Decode, run, reply; a refusal at any step is the answer. */
const routeFor =
  <C, K extends Access['kind']>(
    access: Route<C, K>['access'],
    ruleOf: BodyRule<C> = () => E.right(undefined),
  ) =>
  <
    P extends t.Props,
    Q extends t.Props,
    H extends t.Props,
    B,
    T extends Refusal['_tag'],
    O,
    A,
    N extends string = never,
  >(
    spec: RouteSpec<C, P, Q, H, B, T, O, A, N>,
  ): Route<C, K> => {
    const { run, reply, ...data } = spec;
    const Head = t.strict({
      params: t.strict(spec.params),
      query: t.strict(spec.query),
      headers: t.strict(spec.headers),
    });
    return {
      ...data,
      access,
      answer: async (engine, caller, raw) => {
        // An unknown parameter of a call that only reads is harmless, and was always ignored.
        if (spec.method !== 'GET') {
          const known = refuseUnknownQuery(spec.query, raw.query);
          if (E.isLeft(known)) return known;
        }
        const head = decodeInput(Head, raw);
        if (E.isLeft(head)) return head;
        const body = await decodedBody(spec.body, raw, (read) => ruleOf(caller, read));
        if (E.isLeft(body)) return body;
        const output = await run(engine, { ...head.right, caller, body: body.right });
        if (E.isRight(output)) {
          const replied = reply(output.right);
          return E.right({ status: statusOf(spec.success, replied.body), ...replied });
        }
        return E.left(isOff(output.left) ? NoSuchPath() : output.left);
      },
    };
  };

/** The answers of changes that may wait are small, and come as objects. */
const statusOf = <A, N extends string>(
  { status, waiting }: Success<A, N>,
  body: A | JsonOf<A>,
): number => (waiting?.isSo(body as A) === true ? 202 : status);

/** A route of the partner API. */
export const route = <
  P extends t.Props,
  Q extends t.Props,
  H extends t.Props,
  B,
  T extends Refusal['_tag'],
  O,
  A extends object,
  N extends string = never,
>({
  scope,
  ...spec
}: RouteSpec<Caller, P, Q, H, B, T, O, A, N> & { readonly scope: Scope }): PartnerRoute =>
  routeFor<Caller, 'key'>({ kind: 'key', scope })<P, Q, H, B, T, O, A, N>(spec);

/** A route of collection checkout. */
export const checkoutRoute = routeFor<Merchant, 'secretKey'>({ kind: 'secretKey' });

/** A route of the portal API, for a person who is in. */
export const portalRoute = routeFor<Person, 'session'>({ kind: 'session' }, ({ userId }, body) =>
  refuseNamingAnother(userId, body),
);

/** A route of the portal API for a caller without a session. */
export const openRoute = routeFor<Guest, 'open'>({ kind: 'open' });

const decodedBody = async <B>(
  body: JsonBody<B> | undefined,
  raw: RawRequest,
  rule: (read: unknown) => E.Either<Refusal, undefined>,
): Promise<E.Either<Refusal, B>> => {
  // A route without a body asks for none, so that `B` is undefined there.
  if (body === undefined) return E.right(undefined as B);
  const read = await raw.body();
  if (E.isLeft(read)) return read;
  const kept = rule(read.right);
  return E.isLeft(kept) ? kept : decodeSpelt(body.decoder, read.right);
};
