import type { Page } from '../page.js';
import type { Inside } from './inside.js';
import { portalPage, type Place } from './portal-page.js';

/** Says why something cannot be done or shown now, and leads on. */
export const stoppedPage = (
  inside: Inside,
  {
    title,
    at,
    text,
    way,
  }: {
    readonly title: string;
    readonly at: Place;
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
