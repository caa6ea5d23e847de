import type { Context } from 'koa';
import { baseUrlOf } from './base-url.js';
import { pressOf, type Press, type Reader } from './document.js';
import { languageChoice, languageOf, searchOf } from './page-language.js';
import { sendAway } from './send-page.js';
import { textsOf, type Language } from './texts/languages.js';
import { checkedTheme, type Theme } from './theme/theme.js';

/**
 * The frame of the hosted pages, for further pages of a host: writes a page in the looks of a bank, and the headers that
 * it must be sent with.
 *
 * @throws when the theme cannot be read or shown, as `hundiPages` does.
 */
export const pageFrame = (theme: Theme): Press => pressOf(checkedTheme(theme));

/** Who reads a further page of a host, and in which language. */
export interface PageReader extends Reader {
  readonly language: Language;
}

/**
 * The reader of a further page of a host, in the language that they chose for all pages at `publicUrl`, for the frame of
 * {@link pageFrame}. Undefined where the address chooses a language: the answer leads to the same page then, and the
 * browser keeps the choice.
 *
 * @throws when the public URL is invalid.
 */
export const readerOf = async (
  ctx: Context,
  publicUrl: string,
): Promise<PageReader | undefined> => {
  const base = baseUrlOf(publicUrl);
  const choice = languageChoice(ctx, ctx.path as `/${string}`);
  if (choice !== undefined) {
    sendAway(ctx, choice, { ...base, origin: '' });
    return undefined;
  }
  const language = languageOf(ctx, base);
  return { language, texts: await textsOf(language), ...searchOf(ctx) };
};
