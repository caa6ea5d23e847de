import type { FormRefusal } from './form/form.js';
import { noticePage } from './notice-page.js';
import type { SecurityEventName } from '../security/security-event.js';
import type { Page } from './page.js';

/** Why a request came to nothing before any page looked at it, in words for people. */
export interface RefusalPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The security event that it is, for a host that watches for attacks. */
  readonly event?: SecurityEventName;
  /** The bank whose looks it has. Default: the standard looks. */
  readonly bankTenantId?: string;
}

const AGAIN = 'Nothing was changed. Go back, reload the page and try again.';

/** The reasons for which requests to any page are refused. */
export const REFUSALS = {
  absent: {
    status: 404,
    title: 'This page does not exist',
    text: 'Check the address, or go back to the site that sent you here and start again.',
  },
  method: { status: 405, title: 'This is not possible here', text: AGAIN },
  form: { status: 400, title: 'The form could not be read', text: AGAIN },
  large: {
    status: 413,
    title: 'The form is too long',
    text: AGAIN,
    event: 'body_refused',
  },
  largeFile: {
    status: 413,
    title: 'The file is too large',
    text: 'A file may have at most 16 MiB. Nothing was changed. Go back, split the file, and send its parts one after the other.',
    event: 'body_refused',
  },
  file: {
    status: 400,
    title: 'The file did not arrive whole',
    text: 'Nothing was changed. Go back, choose one file, and send it again.',
  },
  busy: {
    status: 503,
    title: 'Too much is being sent at once',
    text: 'Nothing was changed. Wait a moment, then go back and send it again.',
    headers: { 'Retry-After': '1' },
  },
  media: {
    status: 415,
    title: 'The form could not be read',
    text: AGAIN,
    event: 'body_refused',
  },
  forged: {
    status: 403,
    title: 'This form did not come from our page',
    text: AGAIN,
    event: 'form_refused',
  },
  limited: {
    status: 429,
    title: 'Too many requests',
    text: 'Wait a moment, then reload the page.',
    event: 'rate_limited',
  },
} as const satisfies Readonly<Record<string, RefusalPage>>;

/** Why a form is refused that cannot be read. */
export const refusalOf = ({ _tag }: FormRefusal): RefusalPage => {
  switch (_tag) {
    case 'TooManyBodies':
      return REFUSALS.busy;
    case 'TooManyBodiesOfCaller':
      return REFUSALS.limited;
    case 'PayloadTooLarge':
      return REFUSALS.large;
    case 'UnsupportedMediaType':
      return REFUSALS.media;
    case 'InvalidInput':
      return REFUSALS.form;
  }
};

/** The same for a form with a file. */
export const fileRefusalOf = (refusal: FormRefusal): RefusalPage => {
  if (refusal._tag === 'PayloadTooLarge') return REFUSALS.largeFile;
  return refusal._tag === 'InvalidInput' ? REFUSALS.file : refusalOf(refusal);
};

/** The page of a refusal. */
export const refusalPage = ({ title, text }: RefusalPage): Page =>
  noticePage({ purpose: 'Secure page', sign: 'bad', title, text });

/** The page for the time in which the database is away. */
export const awayPage = (incidentId: string): Page =>
  noticePage({
    purpose: 'Secure page',
    sign: 'bad',
    title: 'The service is unavailable for a moment',
    text: 'Wait a moment, then reload the page and check the status before you try again. If this continues, give your bank this number:',
    more: <p class="number">{incidentId}</p>,
  });

/** The page of an unexpected failure: the id leads an operator to the cause and reveals nothing else. */
export const incidentPage = (incidentId: string): Page =>
  noticePage({
    purpose: 'Secure page',
    sign: 'bad',
    title: 'Something went wrong on our side',
    text: 'Reload the page and check the status before you try again. If this continues, give your bank this number:',
    more: <p class="number">{incidentId}</p>,
  });
