import type { Form } from '../form/form.js';

/** The comment that somebody typed: no device is to be asked how it writes a letter that Unicode has in two ways. */
export const commentIn = (form: Pick<Form, 'get'>): string =>
  (form.get('comment') ?? '').trim().normalize();
