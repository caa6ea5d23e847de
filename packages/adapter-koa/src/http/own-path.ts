/** Where a request goes: as the middleware sees it, and as the client sent it. */
export interface Addressed {
  /** Koa has null for `foo://bar`, and throws for `http://[a/`. */
  readonly path: string | null;
  readonly originalUrl: string;
  /** The request of Node. */
  readonly req: object;
}

/** The path of a request; undefined where its first line has none that can be read, as `http://[a/`. */
export const readablePath = (request: Pick<Addressed, 'path'>): string | undefined => {
  try {
    return request.path ?? undefined;
  } catch {
    return undefined;
  }
};

/** The path that the client sent. Koa knows no earlier one than it was given; Express notes it before it cuts. */
const sentPath = ({ originalUrl, req }: Addressed): string => {
  const { originalUrl: noted } = req as { readonly originalUrl?: unknown };
  const [path = ''] = (typeof noted === 'string' ? noted : originalUrl).split('?');
  return path;
};

/** The segments before which our paths differ: `/v1/partner`, `/portal/v1`. */
const OWN_SEGMENTS = 2;

/**
 * The last segments that mount points of the host have cut off the beginning of the path; none where the host has
 * replaced the path by another one.
 */
const cutSegments = (sent: string, rest: string): ReadonlyArray<string> =>
  sent.endsWith(rest)
    ? sent
        .slice(0, sent.length - rest.length)
        .split('/')
        .slice(1)
        .slice(-OWN_SEGMENTS)
    : [];

/**
 * The path of a request as our routes write it; undefined if it is none of ours. A mount point cuts its own path off:
 * `/payouts` of `/payouts/v1/partner` belongs to the host, but `/v1` of `/v1/partner` is ours, and is put back.
 */
export const ownPath = (
  addressed: Addressed,
  owns: (path: string) => boolean,
): string | undefined => {
  const path = readablePath(addressed);
  if (path === undefined) return undefined;
  if (owns(path)) return path;
  let whole = path;
  for (const segment of [...cutSegments(sentPath(addressed), path)].reverse()) {
    whole = `/${segment}${whole}`;
    if (owns(whole)) return whole;
  }
  return undefined;
};
