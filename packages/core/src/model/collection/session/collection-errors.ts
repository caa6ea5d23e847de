import type { UserId } from '../../../kernel/values/ids.js';
import type { CollectionStatus } from './collection-session.js';
import type { LinkStatus } from './payment-link.js';

/** The session does not exist, belongs to another corporate or has another token. */
export const CollectionNotFound = () => ({ _tag: 'CollectionNotFound' }) as const;
export type CollectionNotFound = ReturnType<typeof CollectionNotFound>;

/** The session is over: nothing leads on from there. */
export const CollectionEnded = (status: CollectionStatus) =>
  ({ _tag: 'CollectionEnded', status }) as const;
export type CollectionEnded = ReturnType<typeof CollectionEnded>;

/** A card payment is in progress; its outcome decides. */
export const PaymentInProgress = () => ({ _tag: 'PaymentInProgress' }) as const;
export type PaymentInProgress = ReturnType<typeof PaymentInProgress>;

/** The form was shown for an earlier attempt: sent twice, or from the browser's history. */
export const FormUsed = () => ({ _tag: 'FormUsed' }) as const;
export type FormUsed = ReturnType<typeof FormUsed>;

/** The session is still open: there is no result for the merchant yet. */
export const CollectionOpen = () => ({ _tag: 'CollectionOpen' }) as const;
export type CollectionOpen = ReturnType<typeof CollectionOpen>;

/** Since the change was proposed, the checkout settings that it was to replace changed. */
export const CheckoutSettingsOutdated = () => ({ _tag: 'CheckoutSettingsOutdated' }) as const;
export type CheckoutSettingsOutdated = ReturnType<typeof CheckoutSettingsOutdated>;

/** The person may not make payment links. */
export const NotALinkMaker = (userId: UserId) => ({ _tag: 'NotALinkMaker', userId }) as const;
export type NotALinkMaker = ReturnType<typeof NotALinkMaker>;

/** The payment link does not exist, belongs to another corporate or has another token. */
export const LinkNotFound = () => ({ _tag: 'LinkNotFound' }) as const;
export type LinkNotFound = ReturnType<typeof LinkNotFound>;

/** The link is over, or as good as over. */
export const LinkEnded = (status: Exclude<LinkStatus, 'open'> | 'used_up') =>
  ({ _tag: 'LinkEnded', status }) as const;
export type LinkEnded = ReturnType<typeof LinkEnded>;

/** The link was made without an e-mail address. */
export const LinkWithoutEmail = () => ({ _tag: 'LinkWithoutEmail' }) as const;
export type LinkWithoutEmail = ReturnType<typeof LinkWithoutEmail>;

/** The link was mailed as often as one link may be: no time helps. */
export const LinkMailedOut = (max: number) => ({ _tag: 'LinkMailedOut', max }) as const;
export type LinkMailedOut = ReturnType<typeof LinkMailedOut>;

/** The link was mailed a moment ago, or its recipient or corporate was mailed too often today. */
export const TooManyMails = (retryAfterSeconds: number) =>
  ({ _tag: 'TooManyMails', retryAfterSeconds }) as const;
export type TooManyMails = ReturnType<typeof TooManyMails>;
