import type { ComponentChildren } from 'preact';
import { FORM_TOKEN, formToken } from './form/forgery.js';
import type { Visit } from './page-route.js';

/** A form of a hosted page: always a POST, always with the token that distinguishes it from a forged one. */
export const PageForm = ({
  visit,
  action,
  data = {},
  children,
}: {
  readonly visit: Pick<Visit, 'secret' | 'href'>;
  readonly action: `/${string}`;
  /** Data for scripts. */
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly children: ComponentChildren;
}) => (
  <form method="post" action={visit.href(action)} {...data}>
    {visit.secret !== undefined && (
      <input type="hidden" name={FORM_TOKEN} value={formToken(visit.secret)} />
    )}
    {children}
  </form>
);
