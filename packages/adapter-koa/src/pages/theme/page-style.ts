import { hashSource } from '../script/hashed.js';

/** Rules that some pages add to the style sheet. */
export interface PageStyle {
  readonly text: string;
  /** The hash by which the policy allows them. */
  readonly hash: string;
}

export const pageStyle = (text: string): PageStyle => ({ text, hash: hashSource(text) });
