import type { FormRefusal } from './form/form.js';
import { noticePage, type Notice } from './notice-page.js';
import type { SecurityEventName } from '../security/security-event.js';
import type { Page } from './page.js';
import type { FrameTexts } from './texts/english-frame.js';

/** Why a request came to nothing before any page looked at it. */
export interface RefusalPage {
  readonly status: number;
  /** The words for it. */
  readonly says: keyof FrameTexts['refusals'];
  readonly headers?: Readonly<Record<string, string>>;
  /** The security event that it is, for a host that watches for attacks. */
  readonly event?: SecurityEventName;
  /** The bank whose looks it has. Default: the standard looks. */
  readonly bankTenantId?: string;
}

/** The reasons for which requests to any page are refused. */
export const REFUSALS = {
  absent: { status: 404, says: 'absent' },
  method: { status: 405, says: 'method' },
  form: { status: 400, says: 'form' },
  large: { status: 413, says: 'large', event: 'body_refused' },
  largeFile: { status: 413, says: 'largeFile', event: 'body_refused' },
  file: { status: 400, says: 'file' },
  busy: { status: 503, says: 'busy', headers: { 'Retry-After': '1' } },
  media: { status: 415, says: 'form', event: 'body_refused' },
  forged: { status: 403, says: 'forged', event: 'form_refused' },
  limited: { status: 429, says: 'limited', event: 'rate_limited' },
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

/** The page of a refusal, with a link to the front page where there is one. */
export const refusalPage = (
  { says }: RefusalPage,
  { securePage, refusals, toFront }: FrameTexts,
  front?: string,
): Page =>
  noticePage({
    purpose: securePage,
    sign: 'bad',
    ...refusals[says],
    way: front === undefined ? undefined : { href: front, text: toFront },
  });

const numberedPage = (
  incidentId: string,
  { securePage }: FrameTexts,
  words: Pick<Notice, 'title' | 'text'>,
): Page =>
  noticePage({
    purpose: securePage,
    sign: 'bad',
    ...words,
    more: <p class="number">{incidentId}</p>,
  });

/** The page for the time in which the database is away. */
export const awayPage = (incidentId: string, texts: FrameTexts): Page =>
  numberedPage(incidentId, texts, texts.away);

/** The page of an unexpected failure: the id leads an operator to the cause and reveals nothing else. */
export const incidentPage = (incidentId: string, texts: FrameTexts): Page =>
  numberedPage(incidentId, texts, texts.failure);
