import test from 'ava';
import { ownPath, readablePath } from './own-path.js';

const owns = (path: string): boolean => path === '/v1/partner' || path.startsWith('/v1/partner/');

/** A request that mount points of Koa have left with `path` of what the client sent. */
const inKoa = (path: string, originalUrl: string) => ownPath({ path, originalUrl, req: {} }, owns);

/** The same in Express: Koa was given what Express has left, and the request knows the rest. */
const inExpress = (path: string, originalUrl: string) =>
  ownPath({ path, originalUrl: path, req: { originalUrl } }, owns);

for (const [host, pathOf] of [
  ['Koa', inKoa],
  ['Express', inExpress],
] as const) {
  test(`${host}: a path of ours is taken as it is`, (t) => {
    t.is(pathOf('/v1/partner/packages', '/v1/partner/packages?page=1'), '/v1/partner/packages');
  });

  test(`${host}: the prefix of the host stays away`, (t) => {
    t.is(pathOf('/v1/partner/packages', '/payouts/v1/partner/packages'), '/v1/partner/packages');
  });

  test(`${host}: what a mount point cut of our own path is put back`, (t) => {
    t.is(pathOf('/partner/packages', '/v1/partner/packages?page=1'), '/v1/partner/packages');
    t.is(pathOf('/packages', '/v1/partner/packages'), '/v1/partner/packages');
    t.is(pathOf('/partner/packages', '/payouts/v1/partner/packages'), '/v1/partner/packages');
    t.is(pathOf('/', '/v1/partner/'), '/v1/partner/');
  });

  test(`${host}: other paths are the host's, cut or not`, (t) => {
    t.is(pathOf('/', '/'), undefined);
    t.is(pathOf('/about', '/about'), undefined);
    t.is(pathOf('/partner/packages', '/v2/partner/packages'), undefined);
    t.is(pathOf('/v1/partners', '/v1/partners'), undefined);
  });

  test(`${host}: a path that the host has written itself is not made ours by the one that was sent`, (t) => {
    for (const path of ['/', '/refused', '/index.html'])
      t.is(pathOf(path, '/v1/partner/packages'), undefined, path);
  });
}

test('a path that cannot be read is none of ours', (t) => {
  const broken = {
    get path(): string {
      throw new TypeError('Invalid URL');
    },
  };
  const rest = { originalUrl: 'http://[a/v1/partner/packages', req: {} };

  t.is(readablePath(broken), undefined);
  t.is(readablePath({ path: null }), undefined);
  t.is(ownPath(Object.assign(broken, rest), owns), undefined);
  t.is(ownPath({ path: null, ...rest }, owns), undefined);
});
