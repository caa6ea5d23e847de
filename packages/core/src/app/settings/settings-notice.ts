import { may } from '../../model/access/actor.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import { USUAL_LANGUAGE, type MailLanguage } from '../../kernel/values/mail-language.js';
import { mailboxOf } from '../../kernel/values/mailbox.js';
import { tenantOf, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import type { MailAdministrators } from './mail-administrators.js';
import type { SettingsChangeName } from '../../model/settings/change/settings-change.js';
import type { SettingsStepName } from './settings-english.js';

/** The step of a person on the settings of a corporate. The details hold no secret. */
interface SettingsStep {
  readonly kind: SettingsChangeName;
  readonly details: JsonObject;
  readonly step: SettingsStepName;
  readonly by: UserId;
  readonly at: EpochMs;
  /** The person whose own affairs it changes, where it does. */
  readonly concerns: UserId | undefined;
}

/** Where a mail goes, and in which language its reader is mailed. */
export interface Addressee {
  readonly address: string;
  readonly language: MailLanguage;
}

/** A step, and the addresses of the other people who look after the settings of the corporate. */
export interface SettingsNotice extends SettingsStep {
  readonly tenant: Tenant;
  readonly corporate: string;
  readonly username: string;
  readonly to: ReadonlyArray<Addressee>;
  /** The address of the person whose own affairs it changes: they are mailed first, in words for them. */
  readonly concerned?: Addressee;
}

/** Takes what is to be mailed once the unit of work is committed. */
export type Note = (notice: SettingsNotice) => void;

/**
 * The recipients of a notice: the person whom it concerns, and the other people who may edit or approve settings, each
 * mailbox once.
 */
export const noticeOf = async (
  { tenancy, notifications }: Stores,
  corporate: Corporate,
  step: SettingsStep,
): Promise<SettingsNotice> => {
  const tenant = tenantOf(corporate);
  const people = await tenancy.everybody(tenant);
  const others = people.filter(
    (person) =>
      person.user.userId !== step.by &&
      person.user.kind === 'human' &&
      (may(person, 'settings.edit') || may(person, 'settings.approve')),
  );
  const by = people.find(({ user }) => user.userId === step.by);
  const kept = await notifications.ofCorporate(tenant);
  const languages = new Map(kept.map(({ userId, language }) => [userId, language]));
  const addressees = (some: typeof people): ReadonlyArray<Addressee> =>
    some.flatMap(({ user: { userId, email } }) =>
      email === undefined
        ? []
        : [{ address: email, language: languages.get(userId) ?? USUAL_LANGUAGE }],
    );
  const [concerned] = addressees(people.filter(({ user }) => user.userId === step.concerns));
  // Of people who share a mailbox the first one's language counts.
  const to = new Map(addressees(others.toReversed()).map((one) => [mailboxOf(one.address), one]));
  if (concerned !== undefined) to.delete(mailboxOf(concerned.address));
  return {
    ...step,
    tenant,
    corporate: corporate.name,
    username: by?.user.username ?? step.by,
    to: [...to.values()].sort((a, b) => (a.address < b.address ? -1 : 1)),
    ...(concerned !== undefined && { concerned }),
  };
};

/** A unit of work, whose notices are mailed once it is committed. */
export const atomicallyNoted = async <L, R>(
  storage: Storage,
  mailAdministrators: MailAdministrators,
  work: (stores: Stores, note: Note) => Promise<E.Either<L, R>>,
): Promise<E.Either<L, R>> => {
  const noted = new Map<E.Either<L, R>, ReadonlyArray<SettingsNotice>>();
  const committed = await storage.atomically<L, R>(async (stores) => {
    const notices: SettingsNotice[] = [];
    const result = await work(stores, (notice) => notices.push(notice));
    noted.set(result, notices);
    return result;
  });
  // A replayed answer is a new object, so it is not mailed: the mail went out when the change was made.
  if (E.isRight(committed)) noted.get(committed)?.forEach(mailAdministrators);
  return committed;
};
