import type { PageRoute } from '../page-route.js';
import { see, type InsideRoutes } from './inside.js';
import { portalPage } from './portal-page.js';

/** The front of the portal, and the page that keeps a session alive. */
export const frontRoutes = ({ page }: InsideRoutes): ReadonlyArray<PageRoute> => [
  ...page({
    path: '/portal',
    enrolling: true,
    answer: async ({ person, profile }) => {
      if (person.onlyEnrols) return see('/portal/settings');
      if (profile.decides) return see('/portal/approvals');
      return see(profile.seesPayouts ? '/portal/payouts' : '/portal/settings');
    },
  }),
  ...page({
    path: '/portal/stay',
    enrolling: true,
    answer: async (inside) => {
      const { stayed, goOn } = inside.texts.session;
      const content = (
        <section class="card narrow">
          <h1>{stayed}</h1>
          <p>{goOn}</p>
        </section>
      );
      return { kind: 'page', status: 200, page: portalPage(inside, { title: stayed, content }) };
    },
  }),
];
