import { E, paiseIn, rupees, type FeatureOff } from '@hundi/core';
import { MailLanguage, type CreatedPaymentLink, type PaymentLinkView } from '@hundi/core/wire';
import type { Refusal } from '../../../problem/refusal.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { TextField } from '../form-field.js';
import type { Inside, InsideRoutes } from '../inside.js';
import { LanguageField } from '../language-field.js';
import type { Mailbox } from '../mailbox.js';
import { deedRoutes, restarted, textIn, type Deed, type Done } from './deed.js';
import { namesOf } from './names.js';
import { partPath } from './parts.js';
import { askedPiece, nextPiece, thingsPage, type Act, type Fact } from './things-page.js';

const AT = partPath('links');

const factsOf = (
  { texts, profile }: Inside,
  nameOf: (userId: string) => string,
  link: PaymentLinkView,
): ReadonlyArray<Fact> => {
  const { links } = texts;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  const { amount, createdBy, createdAt, expiresAt, endedAt, email, mailedAt, description } = link;
  return [
    [links.amount, rupees(amount)],
    [links.madeBy, nameOf(createdBy)],
    [links.made, at(createdAt)],
    ...(endedAt === undefined
      ? [[links.until, at(expiresAt)] as const]
      : [[links.ended, at(endedAt)] as const]),
    ...(email === undefined ? [] : [[links.email, email] as const]),
    ...(mailedAt === undefined ? [] : [[links.mailed, at(mailedAt)] as const]),
    ...(description === undefined ? [] : [[links.description, description] as const]),
  ];
};

const stateOf = ({ texts: { links } }: Inside, { status, usedUp }: PaymentLinkView): string =>
  usedUp ? links.usedUp : links.states[status];

type Verb = 'resend' | 'cancel';

const actsOn = (
  { texts: { links } }: Inside,
  { linkId, reference, status, usedUp, email }: PaymentLinkView,
): ReadonlyArray<Act> => {
  const verbs: ReadonlyArray<Verb> =
    status !== 'open' ? [] : usedUp || email === undefined ? ['cancel'] : ['resend', 'cancel'];
  return verbs.map((verb) => ({
    text: links[verb],
    label: links[`${verb}Of`](reference),
    path: `${AT}/${verb}?linkId=${encodeURIComponent(linkId)}` as const,
  }));
};

/** The refusal of a use case. Its page is not there without the feature. */
const withFeature = (refusal: Refusal | FeatureOff): Refusal => {
  if (refusal._tag === 'FeatureOff') throw new Error(`${AT} without ${refusal.feature}`);
  return refusal;
};

const list = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, texts } = inside;
  const { links } = texts;
  const found = await engine.listPaymentLinks(person.tenant, {
    actorUserId: person.userId,
    ...askedPiece(inside),
  });
  if (E.isLeft(found)) return restarted(withFeature(found.left), inside, AT);
  const { items, nextCursor } = found.right;
  const nameOf = await namesOf(inside);
  const page = thingsPage(inside, { part: 'links', title: links.title }, [
    {
      title: links.list,
      intro: links.intro,
      none: links.none,
      acts: [{ text: links.make, path: `${AT}/make` }],
      next: nextPiece(AT, nextCursor),
      things: items.map((link) => ({
        id: link.linkId,
        name: link.reference,
        state: stateOf(inside, link),
        facts: factsOf(inside, nameOf, link),
        ...(link.status === 'open' && !link.usedUp && { notes: [[links.url, link.url] as const] }),
        acts: actsOn(inside, link),
      })),
    },
  ]);
  return { kind: 'page', status: 200, page };
};

const OF_LINKS = { part: 'links', permissions: ['payment_link.make'] } as const;

const shown = (title: string, { url }: PaymentLinkView, { texts: { links } }: Inside): Done => ({
  title,
  facts: [[links.url, url]],
});

interface NewLink {
  readonly amount: number;
  readonly currency: 'INR';
  readonly reference: string;
  readonly description?: string;
  readonly email?: string;
  readonly language?: MailLanguage;
}

const making: Deed<NewLink, CreatedPaymentLink> = {
  ...OF_LINKS,
  name: 'make',
  ask: async (inside, typed) => {
    const { links } = inside.texts;
    const field = (name: keyof NewLink, label: string, fault: string, hint?: string) => (
      <TextField
        name={name}
        label={label}
        value={typed.value(name)}
        fault={typed.isFaulty(name) ? fault : undefined}
        {...(hint !== undefined && { hint })}
        {...(name === 'amount' && { inputmode: 'decimal' as const })}
        {...(name === 'email' && { inputmode: 'email' as const })}
      />
    );
    return E.right({
      title: links.makeTitle,
      text: [links.makeText],
      fields: (
        <>
          {field('amount', links.amountInRupees, links.badAmount)}
          {field('reference', links.reference, links.badReference, links.referenceHint)}
          {field('description', links.description, links.badDescription, links.optional)}
          {field('email', links.email, links.badEmail, links.emailHint)}
          <LanguageField
            legend={links.language}
            chosen={typed.value('language') || inside.texts.language}
          />
        </>
      ),
      button: links.make,
    });
  },
  values: (form) => {
    const description = textIn(form, 'description');
    const email = textIn(form, 'email');
    const language = form.get('language');
    return {
      // What is no amount is refused as one.
      amount: Number(paiseIn(textIn(form, 'amount')) ?? 0n),
      currency: 'INR',
      reference: textIn(form, 'reference'),
      ...(description !== '' && { description }),
      ...(email !== '' && { email }),
      ...(MailLanguage.is(language) && { language }),
    };
  },
  once: (engine, { tenant }, input) => engine.createPaymentLink(tenant, input),
  done: ({ link }, inside) => shown(inside.texts.links.newTitle, link, inside),
};

interface OfLink {
  readonly linkId: string;
}

const about = (verb: Verb) =>
  ({
    ...OF_LINKS,
    name: verb,
    ask: async (inside, typed) => {
      const { engine, person, texts } = inside;
      const { links } = texts;
      const linkId = typed.value('linkId');
      const found = await engine.getPaymentLink(person.tenant, {
        actorUserId: person.userId,
        linkId,
      });
      if (E.isLeft(found)) return E.left(withFeature(found.left));
      const { reference, status } = found.right;
      const isOpen = status === 'open';
      return E.right({
        title: links[`${verb}Title`],
        text: isOpen ? [links[`${verb}Text`]] : [],
        facts: [
          [links.reference, reference],
          [links.state, stateOf(inside, found.right)],
          ...factsOf(inside, await namesOf(inside), found.right),
        ],
        hidden: { linkId },
        // The state says why it cannot be done.
        ...(isOpen && { button: links[verb] }),
      });
    },
    values: (form) => ({ linkId: textIn(form, 'linkId') }),
  }) as const satisfies Partial<Deed<OfLink, PaymentLinkView>>;

const resending: Deed<OfLink, PaymentLinkView> = {
  ...about('resend'),
  run: (changes, { tenant }, input) => changes.resendPaymentLink(tenant, input),
  done: (link, inside) => shown(inside.texts.links.resent, link, inside),
};

const cancelling: Deed<OfLink, PaymentLinkView> = {
  ...about('cancel'),
  run: (changes, { tenant }, input) => changes.cancelPaymentLink(tenant, input),
  done: (_, { texts }) => ({ title: texts.links.cancelled }),
};

/** The payment links of a company: listed, made, mailed again and cancelled. */
export const linkRoutes = (routes: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...deedRoutes(routes, mailbox, making),
  ...deedRoutes(routes, mailbox, resending),
  ...deedRoutes(routes, mailbox, cancelling),
];
