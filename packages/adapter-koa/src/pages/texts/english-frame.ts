const NOTHING_CHANGED = 'Nothing was changed. Go back, reload the page and try again.';
/**
 * What stands around every page, and what a page says that no route writes: apart from the rest, so that a process has it
 * before the first request.
 */
export const ENGLISH_FRAME = {
  /** The language as HTML names it. */
  language: 'en',
  caution: (bank: string): string =>
    `${bank} never asks for a one-time code by phone, chat or e-mail. Enter it on this page only.`,
  /** What stands around every page. */
  frame: {
    skip: 'To the content',
    languages: 'Language',
    help: (bank: string): string => `Do you need help? Ask ${bank}.`,
    call: (bank: string): string => `Do you need help? Call ${bank}:`,
  },
  securePage: 'Secure page',
  refusals: {
    absent: {
      title: 'This page does not exist',
      text: 'Check the address, or go back to the site that sent you here and start again.',
    },
    method: { title: 'This is not possible here', text: NOTHING_CHANGED },
    form: { title: 'The form could not be read', text: NOTHING_CHANGED },
    large: { title: 'The form is too long', text: NOTHING_CHANGED },
    largeFile: {
      title: 'The file is too large',
      text: 'A file may have at most 16 MiB. Nothing was changed. Go back, split the file, and send its parts one after the other.',
    },
    file: {
      title: 'The file did not arrive whole',
      text: 'Nothing was changed. Go back, choose one file, and send it again.',
    },
    busy: {
      title: 'Too much is being sent at once',
      text: 'Nothing was changed. Wait a moment, then go back and send it again.',
    },
    forged: { title: 'This form did not come from our page', text: NOTHING_CHANGED },
    limited: { title: 'Too many requests', text: 'Wait a moment, then reload the page.' },
  },
  toFront: 'To the portal',
  away: {
    title: 'The service is unavailable for a moment',
    text: 'Wait a moment, then reload the page and check the status before you try again. If this continues, give your bank this number:',
  },
  failure: {
    title: 'Something went wrong on our side',
    text: 'Reload the page and check the status before you try again. If this continues, give your bank this number:',
  },
};

export type FrameTexts = typeof ENGLISH_FRAME;
