import type { Page } from '../page.js';
import type { Inside } from './inside.js';
import { portalPage, type Place } from './portal-page.js';

/** Says something in a sentence, and where to go on: why there is nothing to do here, or that something is done. */
export const messagePage = (
  inside: Inside,
  {
    at,
    title,
    text,
    way,
  }: {
    readonly at: Place;
    readonly title: string;
    readonly text: string;
    readonly way?: { readonly path: `/${string}`; readonly text: string } | undefined;
  },
): Page =>
  portalPage(inside, {
    title,
    at,
    content: (
      <section class="card narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        {way !== undefined && (
          <p>
            <a class="button" href={inside.visit.href(way.path)}>
              {way.text}
            </a>
          </p>
        )}
      </section>
    ),
  });
