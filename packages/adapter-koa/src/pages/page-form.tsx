import type { ComponentChildren } from 'preact';
import { FORM_TOKEN, formToken, WHOSE } from './form/forgery.js';
import type { Visit } from './page-route.js';

/** A form of a hosted page: always a POST, always with the token that distinguishes it from a forged one. */
export const PageForm = ({
  visit,
  action,
  data = {},
  withFile = false,
  children,
}: {
  readonly visit: Pick<Visit, 'secret' | 'whose' | 'href'>;
  readonly action: `/${string}`;
  /** Data for scripts. */
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>;
  /** Whether a file comes with it: {@link FILE_FIELD}, behind all other fields. */
  readonly withFile?: boolean;
  readonly children: ComponentChildren;
}) => (
  <form
    method="post"
    action={visit.href(action)}
    {...(withFile && { enctype: 'multipart/form-data' as const })}
    {...data}
  >
    {visit.secret !== undefined && (
      <input type="hidden" name={FORM_TOKEN} value={formToken(visit.secret)} />
    )}
    {visit.whose !== undefined && <input type="hidden" name={WHOSE} value={visit.whose} />}
    {children}
  </form>
);
