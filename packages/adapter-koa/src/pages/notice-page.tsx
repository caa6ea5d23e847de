import type { ComponentChildren } from 'preact';
import type { Page } from './page.js';

/** How something ended, as a sign beside its words. */
export type Sign = 'good' | 'bad' | 'neutral';

const SIGNS: Readonly<Record<Sign, string>> = {
  good: 'M20 6.500 9.500 17 4 11.500',
  bad: 'M6 6l12 12M18 6 6 18',
  neutral: 'M12 7v6M12 16.500v.500',
};

const Mark = ({ sign }: { readonly sign: Sign }) => (
  <div class={`sign ${sign}`}>
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.500"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={SIGNS[sign]} />
    </svg>
  </div>
);

/** The content of a page without a form. */
export interface Notice {
  readonly purpose: string;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  /** Facts, links and buttons below the text. */
  readonly more?: ComponentChildren;
  /** Where to go on, by a button below all else. */
  readonly way?: { readonly href: string; readonly text: string } | undefined;
  readonly onwards?: string;
  /** Whether the page says that the bank helps. Default: where the sign is bad. */
  readonly offersHelp?: boolean;
}

/** A page that shows a status: an end, or why there is nothing to do here. */
export const noticePage = ({
  purpose,
  sign,
  title,
  text,
  more,
  way,
  onwards,
  offersHelp = sign === 'bad',
}: Notice): Page => ({
  title,
  says: text,
  purpose,
  offersHelp,
  content: (
    <section class="card">
      <Mark sign={sign} />
      <h1>{title}</h1>
      <p>{text}</p>
      {more}
      {way !== undefined && (
        <p>
          <a class="button" href={way.href}>
            {way.text}
          </a>
        </p>
      )}
    </section>
  ),
  ...(onwards !== undefined && { onwards }),
});
