import assert from 'node:assert/strict';
import { answerOf, refusalOf, type Stories } from './opening.js';

export const notification: Stories = {
  'A person asks for no mails of what waits, at a host that gives the port `notifications`':
    async ({ tenant, sandbox }) => {
      const maker = { actorUserId: 'u-maker' };
      const off = await sandbox.engine.getNotificationSettings(tenant, maker);
      assert.equal(refusalOf(off), 'FeatureOff'); // this sandbox does not give it
      const portalUrl = () => 'https://portal.example';
      const engine = sandbox.another({ notifications: { portalUrl } });
      const settings = answerOf(await engine.getNotificationSettings(tenant, maker));
      assert.equal(settings.waiting, true);
      answerOf(
        await engine.putNotificationSettings(tenant, {
          ...maker,
          waiting: false,
          expiring: true,
          outcomes: true,
        }),
      );
    },
};
