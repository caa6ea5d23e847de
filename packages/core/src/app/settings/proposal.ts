import type * as t from 'io-ts';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { E } from '../../kernel/fp.js';
import { recipe, type Dependencies, type Needs, type Token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../kernel/values/uuid.js';
import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import type { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import { awaits, type AwaitsApproval } from '../../model/settings/change/settings-change-view.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { AuthorityKey } from '../authority/authority-key.js';
import { settingsPerson } from '../rights/settings-person.js';
import type { SettingsChangeKind, WaitingKind } from './change-kind.js';
import { MailAdministrators } from './mail-administrators.js';
import { makeOrPropose, type Proposal, type Wanted } from './make-or-propose.js';
import { atomicallyNoted } from './settings-notice.js';

/** Why a person may make or propose no change (decisions §14). */
export type NoProposal = ActorNotFound | SettingsDenied | TooManySettingsChanges;

/** A use case that makes or proposes a change: `I` its input, `X` what it prepares, `P` the payload of its kind. */
interface Proposing<I, X, P, L, F, A> {
  readonly kind: SettingsChangeKind<P, L, F> | WaitingKind<P>;
  /** Gets from outside, with no unit of work open, what the change needs; or refuses. */
  readonly prepare?: (tenant: Tenant, input: I) => Promise<E.Either<L, X>>;
  /**
   * Reads what the person wants in the unit of work, or refuses. Without a payload everything is as they want it already.
   * Answers the person once the change is made, or waits.
   */
  readonly want: (
    stores: Stores,
    proposal: Proposal,
    input: I,
    prepared: X,
  ) => Promise<
    E.Either<
      L,
      Partial<Wanted<NoInfer<P>>> & { readonly answer: (isMade: boolean) => A | Promise<A> }
    >
  >;
}

export const PROPOSING = { Storage, Clock, Entropy, AuthorityKey, MailAdministrators };

/** What a change gets from outside, should it have to wait. */
export const beginProposal = async ({ clock, entropy, authorityKey }: Needs<typeof PROPOSING>) => ({
  // By their ids changes are in the order in which they were proposed.
  changeId: `sc_${uuidV7(clock.now(), entropy.bytes(UUID_ENTROPY_BYTES))}`,
  // What is made at once seals no policy: whoever approves one asks for its mark.
  sealing: { key: await authorityKey(), marked: 0 },
});

/** Holds the corporate, looks whether the person may, and makes or proposes what they want. */
const inProposal =
  <I extends { readonly actorUserId: UserId }, X, P, F, L, A extends object>(
    ports: Needs<typeof PROPOSING>,
    { kind, prepare, want }: Proposing<I, X, P, L, F, A>,
  ) =>
  async (tenant: Tenant, input: I): Promise<E.Either<L | NoProposal, A & AwaitsApproval>> => {
    const { storage, clock, mailAdministrators } = ports;
    const prepared = (await prepare?.(tenant, input)) ?? E.right(undefined as X);
    if (E.isLeft(prepared)) return prepared;
    const begun = await beginProposal(ports);
    return atomicallyNoted<L | NoProposal, A & AwaitsApproval>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        // Other changes of its settings wait from here on, and one who is suspended meanwhile finds themselves so.
        const corporate = await stores.tenancy.holdCorporate(tenant);
        const { actorUserId: by } = input;
        const person = await settingsPerson(stores, tenant, by, kind.permissions);
        if (E.isLeft(person)) return person;
        if (corporate === undefined) throw new Error('a person of no corporate');
        const proposal = { tenant, by, at: clock.now(), corporate, note, ...begun };
        const wanted = await want(stores, proposal, input, prepared.right);
        if (E.isLeft(wanted)) return wanted;
        const { payload, answer, ...how } = wanted.right;
        if (payload === undefined) return E.right(await answer(true));
        const made = await makeOrPropose(stores, kind, { payload, ...how }, proposal);
        if (E.isLeft(made)) return made;
        return E.right({ ...(await answer(made.right === undefined)), ...awaits(made.right) });
      },
    );
  };

/**
 * Makes a use case of a kind of change: whoever has its permissions makes it, or proposes it where it has to wait for a
 * second person.
 */
export const proposal = <
  D extends Dependencies,
  I extends { readonly actorUserId: UserId },
  X,
  P,
  F,
  L,
  A extends object,
>(
  service: Token<UseCase<I, L | NoProposal, A & AwaitsApproval>>,
  Input: t.Decoder<unknown, I>,
  needs: D,
  proposingBy: (
    needs: Needs<D>,
  ) => Proposing<I, X, P, NoInfer<L> | NoProposal | InvalidInput, F, NoInfer<A>>,
) =>
  recipe(service, { ...needs, ...PROPOSING }, (ports) =>
    useCase(Input, inProposal(ports, proposingBy(ports))),
  );
