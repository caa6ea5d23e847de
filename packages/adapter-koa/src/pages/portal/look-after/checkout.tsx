import { E } from '@hundi/core';
import type { AwaitsApproval, CheckoutSettingsView } from '@hundi/core/wire';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { TextField } from '../form-field.js';
import type { Inside, InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { deedRoutes, refused, textIn, type Deed } from './deed.js';
import { holds, partPath } from './parts.js';
import { thingsPage } from './things-page.js';

const AT = partPath('checkout');

const settingsOf = ({ engine, person: { tenant, userId: actorUserId } }: Inside) =>
  engine.getCheckoutSettings(tenant, { actorUserId });

const list = async (inside: Inside): Promise<PageAnswer> => {
  const settings = await settingsOf(inside);
  if (E.isLeft(settings)) return refused(inside, settings.left);
  const { checkout } = inside.texts;
  const { destinationHosts, statementDescriptor } = settings.right;
  const page = thingsPage(inside, { part: 'checkout', title: checkout.title }, [
    {
      title: checkout.hosts,
      intro: checkout.hostsIntro,
      none: checkout.noHosts,
      acts: holds(inside, 'settings.edit') ? [{ text: checkout.change, path: `${AT}/change` }] : [],
      things: destinationHosts.map((host) => ({ id: host, name: host, facts: [] })),
    },
    {
      title: checkout.descriptor,
      intro: checkout.descriptorIntro,
      none: checkout.noDescriptor,
      things:
        statementDescriptor === ''
          ? []
          : [{ id: 'descriptor', name: statementDescriptor, facts: [] }],
    },
  ]);
  return { kind: 'page', status: 200, page };
};

interface Settings {
  readonly destinationHosts: ReadonlyArray<string>;
  readonly statementDescriptor: string;
}

const change: Deed<Settings, CheckoutSettingsView & AwaitsApproval> = {
  part: 'checkout',
  name: 'change',
  permissions: ['settings.edit'],
  isConfirmed: true,
  ask: async (inside, typed) => {
    const before = await settingsOf(inside);
    if (E.isLeft(before)) return before;
    const { checkout } = inside.texts;
    const { destinationHosts, statementDescriptor } = before.right;
    const wasTyped = typed.isChecked('destinationHosts');
    const shown = (name: string, now: string): string => (wasTyped ? typed.value(name) : now);
    return E.right({
      title: checkout.changeTitle,
      text: [checkout.changeText],
      fields: (
        <>
          <TextField
            name="destinationHosts"
            label={checkout.hosts}
            value={shown('destinationHosts', destinationHosts.join(' '))}
            hint={checkout.hostsHint}
            fault={typed.isFaulty('destinationHosts') ? checkout.badHosts : undefined}
          />
          <TextField
            name="statementDescriptor"
            label={checkout.descriptor}
            value={shown('statementDescriptor', statementDescriptor)}
            maxlength={22}
            hint={checkout.descriptorHint}
            fault={typed.isFaulty('statementDescriptor') ? checkout.badDescriptor : undefined}
          />
        </>
      ),
      button: checkout.change,
    });
  },
  now: async (inside) => {
    const { checkout } = inside.texts;
    return E.map(({ destinationHosts, statementDescriptor }: CheckoutSettingsView) => ({
      seen: JSON.stringify([destinationHosts, statementDescriptor]),
      facts: [
        [checkout.hosts, destinationHosts.join(' ') || checkout.noHosts],
        [checkout.descriptor, statementDescriptor || checkout.noDescriptor],
      ] as const,
    }))(await settingsOf(inside));
  },
  values: (form) => ({
    destinationHosts: textIn(form, 'destinationHosts')
      .split(/[\s,]+/)
      .filter((one) => one !== ''),
    statementDescriptor: textIn(form, 'statementDescriptor'),
  }),
  run: (changes, { tenant }, input) => changes.putCheckoutSettings(tenant, input),
  done: (_, { texts }) => ({ title: texts.checkout.changed }),
};

/** Where a card checkout sends customers back to, and what their statements say. */
export const checkoutRoutes = (
  routes: InsideRoutes,
  mailbox: Mailbox,
): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...deedRoutes(routes, mailbox, change),
];
