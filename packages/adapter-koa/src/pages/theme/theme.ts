import { PhoneNumber } from '@hundi/core';
import { contrast, CONTRAST_OF_TEXT, isColour, type Colour } from './contrast.js';

/** The colours of a bank, each `#rrggbb`. */
export interface ThemeColours {
  /** The bar with the bank's name. */
  readonly header: Colour;
  readonly onHeader: Colour;
  /** The main button and links. */
  readonly action: Colour;
  readonly onAction: Colour;
}

/** How hosted pages look for one bank. */
export interface Theme {
  /** The bank's name, as its customers know it. */
  readonly name: string;
  /** A picture to stand before the name: a `data:image/…;base64,` URL of at most 20 KiB. */
  readonly logo?: string;
  readonly colours?: Partial<ThemeColours>;
  /** The number to call for help, `1800 123 4567`: on pages whose link leads no further. */
  readonly supportPhone?: string;
}

/** A theme that was checked, with nothing left out. */
export interface CheckedTheme {
  readonly name: string;
  readonly logo?: string;
  readonly colours: ThemeColours;
  readonly supportPhone?: string;
}

/** The backgrounds of the text of every page; the darkest counts for contrast. */
export const GROUNDS = { card: '#ffffff', page: '#f2f5f9' } as const;

const DEFAULTS: ThemeColours = {
  header: '#0b2447',
  onHeader: '#ffffff',
  action: '#0b5cab',
  onAction: '#ffffff',
};

const LOGO = /^data:image\/(?:svg\+xml|png|webp|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;
const LOGO_MAX = 20 * 1_024;

const pairs = ({ header, onHeader, action, onAction }: ThemeColours) =>
  [
    ['onHeader', onHeader, 'header', header],
    ['onAction', onAction, 'action', action],
    ['action', action, 'the page', GROUNDS.page],
  ] as const;

/**
 * Fills a theme up and checks it.
 *
 * @throws when a colour is none, text could not be read on its ground (contrast below 4.5, WCAG 2.2 AA), or
 * the name, the logo or the support phone cannot be shown.
 */
export const checkedTheme = ({ name, logo, colours, supportPhone }: Theme): CheckedTheme => {
  const all = { ...DEFAULTS, ...colours };
  const refuse = (fault: string): never => {
    throw new Error(`theme ${JSON.stringify(name)}: ${fault}`);
  };
  if (name.trim() === '' || name.length > 200) refuse('the name must have 1 to 200 characters');
  if (logo !== undefined && !(LOGO.test(logo) && logo.length <= LOGO_MAX))
    refuse('the logo must be a data:image/…;base64, URL of at most 20 KiB');
  if (supportPhone !== undefined && !PhoneNumber.is(supportPhone))
    refuse('supportPhone must be a phone number of 7 to 15 digits');
  for (const [key, colour] of Object.entries(all))
    if (!isColour(colour)) refuse(`${key} must be a colour like #0b5cab`);
  for (const [text, colour, ground, behind] of pairs(all)) {
    const ratio = contrast(colour, behind);
    if (ratio < CONTRAST_OF_TEXT)
      refuse(`${text} on ${ground} has a contrast of ${ratio.toFixed(2)}; text needs 4.5`);
  }
  return {
    name,
    colours: all,
    ...(logo !== undefined && { logo }),
    ...(supportPhone !== undefined && { supportPhone }),
  };
};
