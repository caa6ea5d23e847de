import { E } from '../../../kernel/fp.js';
import { sha256 } from '../../../kernel/secrets/digest.js';
import { mailboxOf } from '../../../kernel/values/mailbox.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Email } from '../../../kernel/values/text.js';
import { DAY, SECOND, type EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { TooManyMails } from '../../../model/collection/session/collection-errors.js';

/** Mails of payment links in a UTC day: of a corporate to one recipient, and of a corporate in all. */
const RECIPIENT_MAX = 20;
const CORPORATE_MAX = 1_000;

const CORPORATE = '';

/** Who gets the mails to an address: many mailers deliver `name+anything` to `name`. */
const recipientOf = (email: Email): string => mailboxOf(email).replace(/(?<=.)\+.*(?=@)/u, '');

/** Counts a mail of a link, unless its recipient or its corporate has had as many as a day allows. */
export const countLinkMail = async (
  { collections }: Stores,
  tenant: Tenant,
  email: Email,
  at: EpochMs,
): Promise<E.Either<TooManyMails, undefined>> => {
  const day = Math.floor(at / DAY);
  const refused = E.left(TooManyMails(Math.ceil(((day + 1) * DAY - at) / SECOND)));
  const recipient = sha256(recipientOf(email));
  if (!(await collections.countMail(tenant, recipient, day, RECIPIENT_MAX))) return refused;
  if (!(await collections.countMail(tenant, CORPORATE, day, CORPORATE_MAX))) return refused;
  return E.right(undefined);
};
