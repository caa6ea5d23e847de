import { E, type Hundi, type Person } from '@hundi/core';
import { USUAL_LANGUAGE } from '@hundi/core/wire';
import { mailedIn } from '../../mailed-in.js';
import type { Visit } from '../../page-route.js';

/**
 * Has a person who comes in on a page in another language than the usual one mailed in it from now on, unless they have
 * chosen a language of mails: a choice for pages alone would leave their mails in a language that they do not read.
 */
export const keepLanguage = async (engine: Hundi, visit: Visit, person: Person): Promise<void> => {
  const { language = USUAL_LANGUAGE } = mailedIn(visit);
  // Who has chosen nothing is mailed in it anyway.
  if (language === USUAL_LANGUAGE || engine.featuresOff.has('notifications')) return;
  const { tenant, userId: actorUserId } = person;
  const settings = await engine.getNotificationSettings(tenant, { actorUserId });
  if (E.isRight(settings) && settings.right.language === undefined)
    await engine.putNotificationSettings(tenant, { ...settings.right, language, actorUserId });
};
