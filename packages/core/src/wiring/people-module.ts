import { Causes } from '../duty/causes.js';
import { EndSessions, makeEndSessions } from '../people/end-sessions.js';
import { ListPeople, makeListPeople } from '../people/list-people.js';
import { makeReinstatePerson, ReinstatePerson } from '../people/reinstate-person.js';
import { makeSuspendPerson, SuspendPerson } from '../people/suspend-person.js';
import { ConfirmSession, makeConfirmSession } from '../portal/confirm-session.js';
import { EndOwnSession, makeEndOwnSession } from '../portal/end-own-session.js';
import { ListSessions, makeListSessions } from '../portal/list-sessions.js';
import { makeRequestConfirmation, RequestConfirmation } from '../portal/request-confirmation.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { Sealer } from '../ports/sealer.js';
import { Storage } from '../storage/storage.js';
import { MailAdministrators } from '../settings/mail-administrators.js';
import { provide, type Binder } from './provide.js';
import type { Token } from '../kernel/token.js';

/** A corporate's users and their sessions: what people do about them. */
export interface People {
  readonly listPeople: ListPeople;
  readonly suspendPerson: SuspendPerson;
  readonly reinstatePerson: ReinstatePerson;
  readonly endSessions: EndSessions;
  readonly listSessions: ListSessions;
  readonly endOwnSession: EndOwnSession;
  readonly requestConfirmation: RequestConfirmation;
  readonly confirmSession: ConfirmSession;
}

export const peopleOf = (container: { readonly get: <T>(token: Token<T>) => T }): People => ({
  listPeople: container.get(ListPeople),
  suspendPerson: container.get(SuspendPerson),
  reinstatePerson: container.get(ReinstatePerson),
  endSessions: container.get(EndSessions),
  listSessions: container.get(ListSessions),
  endOwnSession: container.get(EndOwnSession),
  requestConfirmation: container.get(RequestConfirmation),
  confirmSession: container.get(ConfirmSession),
});

export const providePeople = (options: Binder): void => {
  provide(options, ListPeople, makeListPeople, [Storage]);
  provide(options, SuspendPerson, makeSuspendPerson, [Storage, Clock]);
  provide(options, ReinstatePerson, makeReinstatePerson, [
    Storage,
    Clock,
    Entropy,
    MailAdministrators,
  ]);
  provide(options, EndSessions, makeEndSessions, [Storage, Clock]);
  provide(options, ListSessions, makeListSessions, [Storage, Clock]);
  provide(options, EndOwnSession, makeEndOwnSession, [Storage, Clock]);
  provide(options, RequestConfirmation, makeRequestConfirmation, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    Mailer,
    Causes,
  ]);
  provide(options, ConfirmSession, makeConfirmSession, [Storage, Clock, Sealer]);
};
