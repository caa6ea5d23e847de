import type { VNode } from 'preact';
import type { PageScript } from './script/page-script.js';
import type { PageStyle } from './theme/page-style.js';

/** The content of one page, in the language of its reader; the frame around it is the same for all. */
export interface Page {
  /** Names the page in tabs and histories. No account number, no token. */
  readonly title: string;
  /** What is wrong, in words: the `detail` for a program that asks for no page (§7). Default: the title. */
  readonly says?: string;
  /** Says beside the bank's name what this is for, as in “Secure payout”. */
  readonly purpose: string;
  readonly content: VNode;
  /**
   * What follows the content and takes longer than the rest: asked for once the page up to there is on its way. Only of a
   * page whose status it does not change.
   */
  readonly later?: () => Promise<VNode>;
  /** Stands between the bank's name and the content, on pages that lead to one another. */
  readonly navigation?: VNode;
  /** Rules beside those that every page has. */
  readonly style?: PageStyle;
  /** The warning at the foot, given the bank's name. Default: of one-time codes. */
  readonly caution?: (bank: string) => string;
  /** Whether it has two columns where there is room for them: a card of the class `split`, with two parts. */
  readonly wide?: boolean;
  /** Whether the page says that the bank helps, and under which number. */
  readonly offersHelp?: boolean;
  /** Scripts beside the comfort that every page has. */
  readonly scripts?: ReadonlyArray<PageScript>;
  /** Where the browser goes on to by itself, at once. */
  readonly onwards?: string;
  /** After how many seconds a browser without scripts asks for the page again, and where, if not at its own address. */
  readonly again?: { readonly seconds: number; readonly at?: string };
}
