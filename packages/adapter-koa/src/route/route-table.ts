import { E } from '@hundi/core';
import { MethodNotAllowed, NoSuchPath } from '../problem/refusal.js';
import type { RouteData } from './route.js';

/** A route, and what stood in the places of its path. */
export interface Match<R> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds routes below one prefix. */
export interface RouteTable<R> {
  readonly owns: (path: string) => boolean;
  readonly find: (
    method: string,
    path: string,
  ) => E.Either<NoSuchPath | MethodNotAllowed, Match<R>>;
}

interface Place<R> {
  readonly segments: ReadonlyArray<string>;
  readonly routes: Map<string, R>;
}

const PARAM = /^\{(\w+)\}$/;

const nameOf = (segment: string): string | undefined => PARAM.exec(segment)?.[1];

/** A literal path is tried before one with a parameter in its place. */
const literalFirst = (a: Place<unknown>, b: Place<unknown>): number =>
  paramsOf(a).localeCompare(paramsOf(b));

const paramsOf = ({ segments }: Place<unknown>): string =>
  segments.map((segment) => (nameOf(segment) === undefined ? '0' : '1')).join('');

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const paramsIn = (
  place: Place<unknown>,
  segments: ReadonlyArray<string>,
): Record<string, string> | undefined => {
  const params: Record<string, string> = {};
  for (const [i, expected] of place.segments.entries()) {
    const actual = segments[i] ?? '';
    const name = nameOf(expected);
    if (name === undefined ? actual !== expected : actual === '') return undefined;
    if (name !== undefined) params[name] = decoded(actual);
  }
  return params;
};

/**
 * A table of routes.
 *
 * @throws when two routes share a method and a path, or one lies outside the prefix.
 */
export const routeTable = <R extends Pick<RouteData, 'method' | 'path'>>(
  prefix: string,
  routes: ReadonlyArray<R>,
): RouteTable<R> => {
  const byTemplate = new Map<string, Place<R>>();
  for (const route of routes) {
    const place = byTemplate.get(route.path) ?? {
      segments: route.path.split('/'),
      routes: new Map<string, R>(),
    };
    const isBelow = route.path === prefix || route.path.startsWith(`${prefix}/`);
    if (place.routes.has(route.method) || !isBelow) {
      throw new Error(`${route.method} ${route.path} cannot be mounted under ${prefix}`);
    }
    byTemplate.set(route.path, place);
    place.routes.set(route.method, route);
  }
  const places = [...byTemplate.values()].sort(literalFirst);

  return {
    owns: (path) => path === prefix || path.startsWith(`${prefix}/`),
    find: (method, path) => {
      const segments = path.split('/');
      for (const place of places) {
        if (place.segments.length !== segments.length) continue;
        const params = paramsIn(place, segments);
        if (params === undefined) continue;
        const route = place.routes.get(method === 'HEAD' ? 'GET' : method);
        return route === undefined
          ? E.left(MethodNotAllowed(methodsOf(place)))
          : E.right({ route, params });
      }
      return E.left(NoSuchPath());
    },
  };
};

const methodsOf = ({ routes }: Place<unknown>): ReadonlyArray<string> =>
  [...routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
