import { codeFor } from './portal.js';
import type { PortalBrowser, Seen } from './portal-browser.js';
import type { Served } from './serve.js';

/** The heading of a page. */
export const titleOf = ({ html }: Seen): string => /<h1>(?:<bdi>)?([^<]*)/.exec(html)?.[1] ?? '';

/** Sends a form, and goes where it leads. */
export const follow = async (
  browser: PortalBrowser,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Seen> => {
  const sent = await browser.send(path, fields);
  return sent.location === null ? sent : browser.get(sent.location);
};

/** Gives the mailed code that the last page asks for, and sends the form that waited for it. */
export const confirmAgain = async (
  served: Served,
  browser: PortalBrowser,
  email: string,
  path: string,
): Promise<Seen> => {
  await browser.send('/portal/confirm/code', { code: codeFor(served, email) });
  return browser.send(path);
};

/** Takes all roles from a user of acme. */
export const takeRolesFrom = async ({ sandbox }: Served, userId: string): Promise<void> => {
  const { storage, tenant } = sandbox;
  await storage.atomically(async ({ tenancy }) => {
    const [actor] = await tenancy.actors(tenant, [userId as never]);
    if (actor !== undefined) await tenancy.putUsers(tenant, [{ ...actor.user, roleCodes: [] }]);
    return { _tag: 'Right', right: null } as never;
  });
};

/** Raises an incident about a payout of acme whose outcome is not known. */
export const raiseUnknown = async ({ sandbox }: Served, detail: string): Promise<void> => {
  const { storage, tenant, clock } = sandbox;
  await storage.atomically(async ({ journal }) => {
    const subjectId = 'txn-of-acme';
    await journal.raise([{ tenant, kind: 'outcome_unknown', subjectId, at: clock.now(), detail }]);
    return { _tag: 'Right', right: null } as never;
  });
};
