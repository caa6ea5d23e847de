import type { ComponentChildren } from 'preact';
import { FORM_TOKEN, formToken } from './forgery.js';
import type { Visit } from './page-route.js';

/** A form of a hosted page: always a POST, always with the token that tells it from a forged one. */
export const PageForm = ({
  visit,
  action,
  secret = visit.secret,
  id,
  children,
}: {
  readonly visit: Pick<Visit, 'secret' | 'href'>;
  readonly action: `/${string}`;
  readonly secret?: string | undefined;
  readonly id?: string;
  readonly children: ComponentChildren;
}) => (
  <form method="post" action={visit.href(action)} {...(id !== undefined && { id })}>
    {secret !== undefined && <input type="hidden" name={FORM_TOKEN} value={formToken(secret)} />}
    {children}
  </form>
);
