import { ENGLISH_FRAME } from './english-frame.js';
import type { Texts } from './english.js';

/** A language that people can choose: what it calls itself, and its texts. */
interface LanguageOffered {
  readonly name: string;
  readonly texts: () => Promise<Texts>;
}

let inEnglish: Texts | undefined;

const english = async (): Promise<Texts> =>
  (inEnglish ??= { ...ENGLISH_FRAME, ...(await import('./english.js')).ENGLISH });

/** The languages of the pages, by their codes in HTML and HTTP. The texts of each load with the first page in it. */
export const LANGUAGES = {
  en: { name: 'English', texts: english },
  hi: { name: 'हिन्दी', texts: async () => (await import('./hindi.js')).HINDI },
} as const satisfies Readonly<Record<string, LanguageOffered>>;

/** The code of a language of the pages. */
export type Language = keyof typeof LANGUAGES;

const CODES = Object.keys(LANGUAGES) as ReadonlyArray<Language>;

/** The languages in the order in which pages offer them. */
export const OFFERED = CODES.map((language) => ({ language, name: LANGUAGES[language].name }));

export const isLanguage = (u: unknown): u is Language => CODES.some((code) => code === u);

export const textsOf = (language: Language): Promise<Texts> => LANGUAGES[language].texts();
