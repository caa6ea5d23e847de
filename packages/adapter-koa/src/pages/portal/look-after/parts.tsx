import type { Feature, Hundi, Permission } from '@hundi/core';
import type { Inside } from '../inside.js';

interface PartRules {
  /** Any of them opens it, as it opens the calls of `/portal/v1`. */
  readonly permissions: ReadonlyArray<Permission>;
  readonly feature?: Feature;
}

const VIEWERS = ['settings.view', 'settings.edit', 'settings.approve'] as const;

/** The pages for people who look after their company, in the order in which settings lead to them. */
const PARTS = {
  waiting: { permissions: [...VIEWERS, 'webhooks.manage'] },
  keys: { permissions: VIEWERS },
  webhooks: { permissions: ['webhooks.manage'], feature: 'webhooks' },
  links: { permissions: ['payment_link.make'], feature: 'payment-links' },
  checkout: { permissions: VIEWERS },
  people: { permissions: VIEWERS },
  journal: {
    permissions: ['operations.view', 'transaction.make', 'transaction.approve', 'reports.view'],
  },
  incidents: { permissions: ['operations.view'] },
  policies: { permissions: VIEWERS },
} as const satisfies Readonly<Record<string, PartRules>>;

export type Part = keyof typeof PARTS;

const ALL_PARTS = Object.keys(PARTS) as ReadonlyArray<Part>;

/** The address of a part. */
export const partPath = (part: Part) => `/portal/settings/${part}` as const;

/** Whether the engine has what the part shows. */
export const hasPart = ({ featuresOff }: Pick<Hundi, 'featuresOff'>, part: Part): boolean => {
  const { feature }: PartRules = PARTS[part];
  return feature === undefined || !featuresOff.has(feature);
};

/** Whether a role of the person holds one of these permissions now. */
export const holds = (
  { profile: { permissions } }: Pick<Inside, 'profile'>,
  ...any: ReadonlyArray<Permission>
): boolean => any.some((one) => permissions.includes(one));

const mayOpen = (inside: Inside, part: Part): boolean =>
  hasPart(inside.engine, part) && holds(inside, ...PARTS[part].permissions);

/** Leads to the parts that this person may open; nothing where that is none. */
export const Parts = ({ inside, at }: { readonly inside: Inside; readonly at?: Part }) => {
  const { visit, person, texts } = inside;
  const { parts, own, label } = texts.lookAfter;
  const open = person.onlyEnrols ? [] : ALL_PARTS.filter((part) => mayOpen(inside, part));
  if (open.length === 0) return null;
  const link = (path: `/${string}`, text: string, isHere: boolean) => (
    <li key={path}>
      <a href={visit.href(path)} {...(isHere && { 'aria-current': 'page' })}>
        {text}
      </a>
    </li>
  );
  return (
    <nav class="parts" aria-label={label}>
      <ul>
        {link('/portal/settings', own, at === undefined)}
        {open.map((part) => link(partPath(part), parts[part], at === part))}
      </ul>
    </nav>
  );
};
