import { pressOf, type Press } from './document.js';
import { checkedTheme, type Theme } from './theme/theme.js';

/**
 * The frame of the hosted pages, for further pages of a host: writes a page in the looks of a bank, and the headers that
 * it must be sent with.
 *
 * @throws when the theme cannot be read or shown, as `hundiPages` does.
 */
export const pageFrame = (theme: Theme): Press => pressOf(checkedTheme(theme));
