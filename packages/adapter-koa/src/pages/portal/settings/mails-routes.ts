import { E, type Hundi } from '@hundi/core';
import { MailLanguage, type NotificationSettings } from '@hundi/core/wire';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { CHOOSE_MAILS, MAILS, mailsPage } from './mails-page.js';

const shown = (inside: Inside, settings: NotificationSettings, isSaved = false): PageAnswer => ({
  kind: 'page',
  status: 200,
  page: mailsPage(inside, { settings, isSaved }),
});

const show = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, visit } = inside;
  const { tenant, userId } = person;
  const settings = await engine.getNotificationSettings(tenant, { actorUserId: userId });
  return E.isRight(settings)
    ? shown(inside, settings.right, visit.query('done') === 'saved')
    : see('/portal/login');
};

/** A box that is not checked is not sent. */
const typed = ({ visit: { form } }: Inside): NotificationSettings => {
  const language = form.get('language');
  return {
    waiting: form.has('waiting'),
    expiring: form.has('expiring'),
    outcomes: form.has('outcomes'),
    ...(MailLanguage.is(language) && { language }),
  };
};

const save = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person } = inside;
  const { tenant, userId: actorUserId } = person;
  const saved = await engine.putNotificationSettings(tenant, { ...typed(inside), actorUserId });
  return see(E.isRight(saved) ? `${MAILS}?done=saved` : '/portal/login');
};

/** The page on which people choose of what they are mailed; absent where the service mails nobody. */
export const mailsRoutes = (
  { featuresOff }: Pick<Hundi, 'featuresOff'>,
  routes: InsideRoutes,
): ReadonlyArray<PageRoute> =>
  featuresOff.has('notifications')
    ? []
    : [
        ...routes.page({ path: MAILS, answer: show }),
        ...routes.form({
          path: CHOOSE_MAILS,
          page: MAILS,
          filled: (inside) => Promise.resolve(shown(inside, typed(inside))),
          answer: save,
        }),
      ];
