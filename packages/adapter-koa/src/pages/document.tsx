import { renderToString } from 'preact-render-to-string';
import { COMFORT } from './script/comfort-script.js';
import { pageHeaders } from './page-headers.js';
import type { PageScript } from './script/page-script.js';
import type { Page } from './page.js';
import { pageStyle } from './theme/page-style.js';
import { stylesheet } from './theme/stylesheet.js';
import type { CheckedTheme } from './theme/theme.js';

/** A page as it is sent. */
export interface Document {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes pages in the looks of one bank. */
export type Press = (page: Page) => Document;

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

const Help = ({ theme: { name, supportPhone } }: { readonly theme: CheckedTheme }) => (
  <p class="after">
    {supportPhone === undefined ? (
      `Do you need help? Ask ${name}.`
    ) : (
      <>
        Do you need help? Call {name}:{' '}
        <a class="left" href={`tel:${supportPhone.replaceAll(/[^+0-9]/g, '')}`}>
          {supportPhone}
        </a>
      </>
    )}
  </p>
);

const codeCaution = (bank: string): string =>
  `${bank} never asks for a one-time code by phone, chat or e-mail. Enter it on this page only.`;

/** The frame of every hosted page. Style and scripts stand in it, so a page is one answer and no more. */
export const pressOf = (theme: CheckedTheme): Press => {
  const common = pageStyle(stylesheet(theme));
  return ({ title, purpose, content, caution = codeCaution, ...page }) => {
    const { wide = false, offersHelp = false, scripts = [], onwards, againSeconds } = page;
    const { navigation, style: own } = page;
    const carried = [...scripts, COMFORT];
    const styles = own === undefined ? [common] : [common, own];
    const html = renderToString(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="theme-color" content={theme.colours.header} />
          {onwards !== undefined && <meta http-equiv="refresh" content={`0;url=${onwards}`} />}
          {againSeconds !== undefined && (
            <noscript>
              <meta http-equiv="refresh" content={String(againSeconds)} />
            </noscript>
          )}
          <title>{`${title} · ${theme.name}`}</title>
          {styles.map(({ text, hash }) => (
            <style key={hash} dangerouslySetInnerHTML={{ __html: text }} />
          ))}
        </head>
        <body {...(wide && { class: 'wide' })}>
          <a class="skip" href="#content">
            To the content
          </a>
          <Bar theme={theme} purpose={purpose} />
          {navigation}
          <main id="content">
            {content}
            {offersHelp && <Help theme={theme} />}
          </main>
          <footer class="foot">
            <p>{caution(theme.name)}</p>
          </footer>
          {carried.map((script) => (
            <Inline key={script.name} script={script} />
          ))}
        </body>
      </html>,
    );
    return {
      html: `<!doctype html>${html}`,
      headers: pageHeaders({
        styles: styles.map(({ hash }) => hash),
        scripts: carried.map(({ hash }) => hash),
        pictures: theme.logo !== undefined,
      }),
    };
  };
};
