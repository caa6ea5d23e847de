import type { Language } from '@hundi/adapter-koa';
import { ENGLISH, type Texts } from './english.js';
import { HINDI } from './hindi.js';

/** What the pages of a sandbox say in each language of the hosted pages. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, hi: HINDI };
