import type { Form } from '../form/form.js';

/** The comment that a person typed. Some keyboards write a letter as two characters that others write as one: both count. */
export const commentIn = (form: Pick<Form, 'get'>): string =>
  (form.get('comment') ?? '').trim().normalize();
