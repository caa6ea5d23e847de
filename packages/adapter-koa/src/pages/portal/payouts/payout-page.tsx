import { rupees, type TransactionObject } from '@hundi/core';
import type { WhyAnswer } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.js';
import { lookAgainAt, type Inside } from '../inside.js';
import { LookAgain } from '../look-again.js';
import { portalPage } from '../portal-page.js';
import { payoutAt } from '../payout-path.js';
import { approvalIn, namesOf, Timeline, type PayoutStory } from './timeline.js';

/** What a payout's page shows. */
export interface PayoutShown extends PayoutStory {
  readonly waits: WhyAnswer['waitingFor'];
  /** Whether the person can decide on it now. */
  readonly isTheirs: boolean;
  /** Whether the person can cancel it now. */
  readonly isCancellable: boolean;
}

/** After how many seconds the page of a payout that is still being checked shows itself again. */
const AGAIN_SECONDS = 3;

const againOf = ({ visit }: Inside, { transactionId }: TransactionObject) => ({
  seconds: AGAIN_SECONDS,
  at: visit.href(lookAgainAt(payoutAt(transactionId))),
});

/** Where a person says yes or no to one payout. */
const decisionAt = (action: 'approve' | 'reject', transactionId: string): `/${string}` =>
  `/portal/approvals/confirm?${new URLSearchParams({ action, ids: transactionId }).toString()}`;

const Fact = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A fact that not every payout has; its text is somebody's. */
const Perhaps = ({ name, text }: { readonly name: string; readonly text: string | undefined }) =>
  text === undefined || text === '' ? null : (
    <Fact name={name}>
      <bdi>{text}</bdi>
    </Fact>
  );

const Facts = ({
  inside: { visit, profile, texts },
  payout,
}: {
  readonly inside: Inside;
  readonly payout: TransactionObject;
}) => {
  const words = texts.payout;
  const { beneficiary, debitAccount, actors, timestamps, fees, jobId } = payout;
  return (
    <dl class="facts">
      {beneficiary !== undefined && (
        <Fact name={words.to}>
          <bdi>{beneficiary.name}</bdi>
          <span class="sub number">
            {words.account} {beneficiary.accountNumber}, {words.ifsc} {beneficiary.ifsc}
          </span>
        </Fact>
      )}
      {debitAccount !== undefined && <Fact name={words.from}>{debitAccount.accountNumber}</Fact>}
      <Fact name={words.package}>{payout.packageCode}</Fact>
      <Perhaps name={words.method} text={payout.paymentMethod} />
      {fees !== undefined && <Fact name={words.fees}>{rupees(fees.total.value)}</Fact>}
      <Perhaps name={words.purpose} text={beneficiary?.purpose} />
      <Perhaps name={words.remark} text={payout.remark} />
      <Perhaps name={words.narration} text={payout.narration} />
      <Perhaps name={words.tag} text={payout.tag} />
      {timestamps.payoutDate !== undefined && (
        <Fact name={words.day}>{texts.day(timestamps.payoutDate)}</Fact>
      )}
      {timestamps.expectedCreditAt !== undefined && (
        <Fact name={words.credit}>
          {texts.moment(timestamps.expectedCreditAt, profile.timeZone)}
        </Fact>
      )}
      <Fact name={words.maker}>
        <bdi>{actors.createdBy.username}</bdi>, {words.sources[payout.source]}
      </Fact>
      <Fact name={words.made}>{texts.moment(timestamps.createdAt, profile.timeZone)}</Fact>
      {payout.apiRefNumber !== payout.reference && (
        <Perhaps name={words.batch} text={payout.apiRefNumber} />
      )}
      <Perhaps name={words.utr} text={payout.utr} />
      <Perhaps name={words.bankReference} text={payout.bankReference} />
      {jobId !== null && (
        <Fact name={words.job}>
          <a href={visit.href(`/portal/jobs/${encodeURIComponent(jobId)}`)}>{words.openJob}</a>
        </Fact>
      )}
      <Fact name={words.id}>{payout.transactionId}</Fact>
    </dl>
  );
};

/** Where it stands, and what is to be done about it. */
const Standing = ({
  inside,
  payout,
}: {
  readonly inside: Inside;
  readonly payout: TransactionObject;
}) => {
  const { visit, texts } = inside;
  const { status, statusDetails, amount, transactionId } = payout;
  const words = texts.payout;
  const said =
    statusDetails === undefined
      ? ''
      : `${texts.engine.coded(statusDetails.code, statusDetails.message)} ${words.nextActions[statusDetails.nextAction]}`.trim();
  const here = visit.href(payoutAt(transactionId));
  return (
    <>
      <p class="amount">{rupees(amount.value)}</p>
      <p>
        <strong>{texts.states[status]}</strong>
        {said !== '' && (
          <span class="sub">
            <bdi>{said}</bdi>
          </span>
        )}
      </p>
      {status === 'queued' && (
        <p class="quiet">
          <LookAgain words={words} again={againOf(inside, payout)} />{' '}
          <a href={here}>{words.refresh}</a>
        </p>
      )}
    </>
  );
};

const Waits = ({
  inside: { profile, texts },
  waits,
}: {
  readonly inside: Inside;
  readonly waits: PayoutShown['waits'];
}) => {
  const words = texts.payout;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  if (waits.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.waits}</h2>
      {waits.map((wait) => {
        const { kind, since, until, people = [], roles = [] } = wait;
        return (
          <div key={kind}>
            <p>{texts.engine.wait(wait)}</p>
            <p class="quiet">
              {words.since(at(since))} {until !== undefined && words.until(at(until))}{' '}
              {roles.length > 0 && words.roles(roles.join(', '))}{' '}
              {people.length > 0 && <bdi>{words.people(people.join(', '))}</bdi>}
            </p>
          </div>
        );
      })}
    </section>
  );
};

/** Who has approved at each level, and how many are missing. */
const Approvals = ({ inside, story }: { readonly inside: Inside; readonly story: PayoutStory }) => {
  const { profile, texts } = inside;
  const words = texts.payout;
  const approval = story.entries.map(approvalIn).findLast((one) => one !== undefined);
  if (approval === undefined || approval.levels.length === 0) return null;
  const nameOf = namesOf(inside, story);
  return (
    <section class="card">
      <h2>{words.approvals}</h2>
      {approval.levels.map(({ approvals, roleCodes }, i) => {
        const given = approval.approvals.filter(({ level }) => level === i + 1);
        return (
          <div key={i}>
            <p>
              <strong>{words.level(i + 1, given.length, approvals)}</strong>{' '}
              {roleCodes.length > 0 && words.byRoles(roleCodes.join(', '))}
            </p>
            {given.length > 0 && (
              <ul class="plainly">
                {given.map(({ userId, at, onBehalfOf, signatureId }) => (
                  <li key={userId}>
                    <bdi>{nameOf(userId)}</bdi>{' '}
                    {onBehalfOf !== undefined && <bdi>{words.onBehalfOf(nameOf(onBehalfOf))}</bdi>}
                    <span class="sub">
                      {texts.moment(at, profile.timeZone)},{' '}
                      {signatureId === undefined ? words.notSigned : words.signed}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </section>
  );
};

const Doings = ({
  inside: { visit, texts },
  shown: { payout, isTheirs, isCancellable },
}: {
  readonly inside: Inside;
  readonly shown: PayoutShown;
}) => {
  const words = texts.payout;
  const { transactionId } = payout;
  if (!isTheirs && !isCancellable) return null;
  return (
    <section class="card">
      <h2>{words.canDo}</h2>
      <div class="actions">
        {isTheirs && (
          <>
            <a class="button" href={visit.href(decisionAt('approve', transactionId))}>
              {words.approve}
            </a>
            <a class="button second" href={visit.href(decisionAt('reject', transactionId))}>
              {words.reject}
            </a>
          </>
        )}
        {isCancellable && (
          <form method="get" action={visit.href(`${payoutAt(transactionId)}/cancel`)}>
            <button class="second">{words.cancel}</button>
          </form>
        )}
      </div>
    </section>
  );
};

/** One payout: what it is, where it stands and why, what can be done about it, and what became of it so far. */
export const payoutPage = (inside: Inside, shown: PayoutShown): Page => {
  const { payout, waits } = shown;
  const { visit, texts } = inside;
  return portalPage(inside, {
    title: texts.payout.title(payout.reference),
    at: 'payouts',
    again: payout.status === 'queued' ? againOf(inside, payout) : undefined,
    content: (
      <>
        <h1>
          <bdi>{payout.reference}</bdi>
        </h1>
        <section class="card">
          <Standing inside={inside} payout={payout} />
          <Facts inside={inside} payout={payout} />
        </section>
        <Doings inside={inside} shown={shown} />
        <Waits inside={inside} waits={waits} />
        <Approvals inside={inside} story={shown} />
        <Timeline inside={inside} story={shown} />
        <p>
          <a href={visit.href('/portal/payouts')}>{texts.payout.all}</a>
        </p>
      </>
    ),
  });
};
