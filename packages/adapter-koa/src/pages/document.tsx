import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { COMFORT } from './script/comfort-script.js';
import { pageHeaders } from './page-headers.js';
import type { PageScript } from './script/page-script.js';
import { LANGUAGE_PARAMETER } from './page-language.js';
import type { Page } from './page.js';
import { ENGLISH_FRAME, type FrameTexts } from './texts/english-frame.js';
import { OFFERED } from './texts/languages.js';
import { pageStyle } from './theme/page-style.js';
import { stylesheet } from './theme/stylesheet.js';
import type { CheckedTheme } from './theme/theme.js';

/** A page as it is sent. */
export interface Document {
  /** All of it; of a page with a later part what stands before that. */
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes the later part of the page, and what stands after it. */
  readonly rest?: () => Promise<string>;
}

/** Who a page is written for. */
export interface Reader {
  /** In their language. */
  readonly texts: FrameTexts;
  /**
   * The query of the address, with its question mark: their choice of another language leads to the same page. Absent of
   * a page that answers a form: a link would lose what it shows once, or what was typed in it.
   */
  readonly search?: string;
}

/** Writes pages in the looks of one bank; without a reader in English, and with no other language to choose. */
export type Press = (page: Page, reader?: Reader) => Document;

const Lock = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
    <path d="M8 1a3.5 3.5 0 0 0-3.5 3.5V6.5H4A1.5 1.5 0 0 0 2.5 8v5A1.5 1.5 0 0 0 4 14.500h8A1.500 1.500 0 0 0 13.500 13V8A1.500 1.500 0 0 0 12 6.500h-.5v-2A3.500 3.500 0 0 0 8 1Zm2 5.500H6v-2a2 2 0 1 1 4 0v2Z" />
  </svg>
);

const Bar = ({ theme, purpose }: { readonly theme: CheckedTheme; readonly purpose: string }) => (
  <header class="bar">
    <div>
      {theme.logo === undefined ? (
        <span class="mark" aria-hidden="true">
          {theme.name.trim().charAt(0).toUpperCase()}
        </span>
      ) : (
        <img src={theme.logo} alt="" />
      )}
      <span class="bank">{theme.name}</span>
      <span class="secure">
        <Lock />
        <span>{purpose}</span>
      </span>
    </div>
  </header>
);

const Inline = ({ script }: { readonly script: PageScript }) => (
  <script dangerouslySetInnerHTML={{ __html: script.text }} />
);

const Help = ({
  theme: { name, supportPhone },
  texts: { frame },
}: {
  readonly theme: CheckedTheme;
  readonly texts: FrameTexts;
}) => (
  <p class="after">
    {supportPhone === undefined ? (
      frame.help(name)
    ) : (
      <>
        {frame.call(name)}{' '}
        <a class="left" href={`tel:${supportPhone.replaceAll(/[^+0-9]/g, '')}`}>
          {supportPhone}
        </a>
      </>
    )}
  </p>
);

/** The languages, each as a link that leads to the same page; the one of the page as text. */
const Languages = ({ texts, search }: Required<Reader>) => {
  const to = (language: string): string => {
    const query = new URLSearchParams(search);
    query.set(LANGUAGE_PARAMETER, language);
    return `?${query.toString()}`;
  };
  return (
    <nav class="languages" aria-label={texts.frame.languages}>
      {OFFERED.map(({ language, name }) =>
        language === texts.language ? (
          <span key={language} aria-current="true">
            {name}
          </span>
        ) : (
          <a key={language} href={to(language)} lang={language} hreflang={language}>
            {name}
          </a>
        ),
      )}
    </nav>
  );
};

/** Stands where the later part of a page comes. Texts are escaped, so none of them can be taken for it. */
const LATER = '<later-part></later-part>';
const Later = 'later-part' as unknown as () => VNode;

const refreshOf = ({ seconds, at }: NonNullable<Page['again']>): string =>
  at === undefined ? String(seconds) : `${String(seconds)};url=${at}`;

/** The frame of every hosted page. Style and scripts stand in it, so a page is one answer and no more. */
export const pressOf = (theme: CheckedTheme): Press => {
  const common = pageStyle(stylesheet(theme));
  return ({ title, purpose, content, later, ...page }, reader) => {
    const { texts = ENGLISH_FRAME } = reader ?? {};
    const { caution = texts.caution } = page;
    const { wide = false, offersHelp = false, scripts = [], onwards, again } = page;
    const { navigation, style: own } = page;
    const carried = [...scripts, COMFORT];
    const styles = own === undefined ? [common] : [common, own];
    const html = renderToString(
      <html lang={texts.language}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="theme-color" content={theme.colours.header} />
          {onwards !== undefined && <meta http-equiv="refresh" content={`0;url=${onwards}`} />}
          {again !== undefined && (
            <noscript>
              <meta http-equiv="refresh" content={refreshOf(again)} />
            </noscript>
          )}
          <title>{`${title} · ${theme.name}`}</title>
          {styles.map(({ text, hash }) => (
            <style key={hash} dangerouslySetInnerHTML={{ __html: text }} />
          ))}
        </head>
        <body {...(wide && { class: 'wide' })}>
          <a class="skip" href="#content">
            {texts.frame.skip}
          </a>
          <Bar theme={theme} purpose={purpose} />
          {navigation}
          <main id="content">
            {content}
            {later !== undefined && <Later />}
            {offersHelp && <Help theme={theme} texts={texts} />}
          </main>
          <footer class="foot">
            <p>{caution(theme.name)}</p>
            {reader?.search !== undefined && <Languages texts={texts} search={reader.search} />}
          </footer>
          {carried.map((script) => (
            <Inline key={script.name} script={script} />
          ))}
        </body>
      </html>,
    );
    const [before = '', after = ''] = later === undefined ? [html] : html.split(LATER);
    return {
      html: `<!doctype html>${before}`,
      ...(later !== undefined && { rest: async () => renderToString(await later()) + after }),
      headers: {
        ...pageHeaders({
          styles: styles.map(({ hash }) => hash),
          scripts: carried.map(({ hash }) => hash),
          pictures: theme.logo !== undefined,
          language: texts.language,
        }),
        ...(reader !== undefined && { Vary: 'Accept-Language, Cookie' }),
      },
    };
  };
};
