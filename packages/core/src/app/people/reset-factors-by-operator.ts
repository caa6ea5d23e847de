import { writeRecords } from '../writer/write-changes.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import type { E } from '../../kernel/fp.js';
import type { Clock } from '../../ports/clock.js';
import type { Mail } from '../../ports/email.js';
import { settingsStep } from '../settings/make-or-propose.js';
import { settingsMails } from '../settings/settings-mail.js';
import { noticeOf } from '../settings/settings-notice.js';
import type { Storage } from '../../storage/storage.js';
import { byOperator, type OperatorPerson } from './by-operator.js';
import {
  having,
  provedFactors,
  resetFactorsChange,
  resettingFactors,
} from './factor-reset-change.js';
import { holdOn } from './holds.js';
import type { PersonNotFound } from './people-errors.js';
import { personView, type PersonView } from './person-view.js';

/** The user as they are now. */
export interface FactorsResetByOperator {
  readonly person: PersonView;
  /** How many second factors they had. */
  readonly removed: number;
  /** To the user and to the administrators of their corporate: for the caller to send. None where nothing was removed. */
  readonly mails: ReadonlyArray<Mail>;
}

/**
 * Takes away all second factors and recovery codes of a user of any corporate for the bank, without a second person of
 * the corporate: where too few people are left there. Their sessions end. The journal names the actor as
 * `operator NAME`.
 */
export const resetFactorsByOperator = (
  ports: { readonly storage: Storage; readonly clock: Clock },
  input: OperatorPerson,
): Promise<E.Either<InvalidInput | PersonNotFound, FactorsResetByOperator>> =>
  byOperator(ports, input, async (stores, { tenant, corporate, person, making }) => {
    const { userId } = person.user;
    const held = await stores.factors.find(tenant, userId);
    const factorIds = [...provedFactors(held, making.at)];
    const view = personView(person, holdOn(corporate, userId));
    if (held === undefined || factorIds.length === 0)
      return { person: view, removed: 0, mails: [] };
    const found = await having(stores, tenant, person.user, held);
    await writeRecords(stores, resettingFactors(tenant, found, making));
    const step = settingsStep('made', resetFactorsChange, { userId, factorIds }, making);
    const mails = settingsMails(await noticeOf(stores, corporate, step));
    return { person: view, removed: factorIds.length, mails };
  });
