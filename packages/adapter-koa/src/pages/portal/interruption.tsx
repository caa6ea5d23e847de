import { parseForm } from '../form/form.js';
import { E } from '@hundi/core';
import { PageForm } from '../page-form.js';
import type { Page } from '../page.js';
import type { Visit } from '../page-route.js';
import { AGAIN, ownPage, type Interrupted } from './inside.js';
import { PORTAL_STYLE } from './style.js';
import type { Texts } from '../texts/english.js';

const FIELDS_MAX = 256;

/** Carries what a person was doing through the forms of a login or a proof. */
export const InterruptedFields = ({ then, form }: Interrupted) => (
  <>
    <input type="hidden" name="then" value={then} />
    {form !== undefined && <input type="hidden" name="form" value={form} />}
  </>
);

/** What a person was doing, as such a form brings it. */
export const interruptedIn = ({ form: fields }: Visit): Interrupted => {
  const form = fields.get('form');
  return { then: ownPage(fields.get('then')), ...(form !== undefined && { form }) };
};

/** A page that sends a form on its way again, by itself where there are scripts: to be shown filled, or to be done. */
export const resumePage = (
  visit: Visit,
  { then, form = '' }: Interrupted,
  texts: Texts,
  how: 'shown' | 'done',
): Page => {
  const fields = parseForm(form, FIELDS_MAX);
  const { again, purpose, caution } = texts;
  const title = how === 'shown' ? again.title : again.confirmed;
  return {
    title,
    purpose,
    caution,
    style: PORTAL_STYLE,
    content: (
      <section class="card">
        <h1>{title}</h1>
        <p>{again.text}</p>
        <PageForm visit={visit} action={then} data={{ 'data-send-at-once': '' }}>
          {E.isRight(fields) &&
            [...fields.right]
              .filter(([name]) => name !== AGAIN)
              .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
          {how === 'shown' && <input type="hidden" name={AGAIN} value="yes" />}
          <button>{again.go}</button>
        </PageForm>
      </section>
    ),
  };
};
