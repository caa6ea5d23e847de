import type { BeneficiaryReview, BrowsedBeneficiary, WhyAnswer } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { CommentField, Notice } from '../form-field.js';
import type { Inside } from '../inside.js';
import { portalPage } from '../portal-page.js';
import { AT, pathOf } from './beneficiary-path.js';

/** What the page of one beneficiary shows. */
export interface BeneficiaryShown {
  readonly review: BeneficiaryReview;
  /** Who can decide on what waits. */
  readonly waits: WhyAnswer['waitingFor'][number] | undefined;
  /** Names the form of this page: sent twice, it does nothing twice. */
  readonly key: string;
  readonly comment?: string | undefined;
  readonly commentFault?: string | undefined;
  readonly notice?: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
}

interface Part {
  readonly inside: Inside;
  readonly shown: BeneficiaryShown;
}

type Account = BrowsedBeneficiary['accounts'][number];

/** The values of a beneficiary that a change may replace, of itself or of its change. */
type Values = Pick<
  BrowsedBeneficiary,
  | 'name'
  | 'accounts'
  | 'phoneNumber'
  | 'packageCodes'
  | 'beneficiaryType'
  | 'tags'
  | 'email'
  | 'category'
  | 'purpose'
  | 'lei'
>;

const AccountText = ({
  inside: { texts },
  account: { accountNumber, ifsc, accountName, isDefault },
}: {
  readonly inside: Inside;
  readonly account: Account;
}) => (
  <>
    <span class="number">
      {accountNumber} {ifsc}
    </span>{' '}
    <bdi class="sub">{accountName}</bdi>
    {isDefault && <span class="sub">{texts.beneficiaries.isDefault}</span>}
  </>
);

const AccountList = ({
  inside,
  accounts,
}: {
  readonly inside: Inside;
  readonly accounts: ReadonlyArray<Account>;
}) => (
  <ul class="plain">
    {accounts.map((account) => (
      <li key={account.accountId}>
        <AccountText inside={inside} account={account} />
      </li>
    ))}
  </ul>
);

/** Each value that a change may replace: what it is called, and how it is shown. */
const VALUES: Readonly<
  Record<
    BeneficiaryReview['differing'][number],
    {
      readonly label:
        | 'name'
        | 'accounts'
        | 'phone'
        | 'packages'
        | 'type'
        | 'tags'
        | 'email'
        | 'category'
        | 'purpose'
        | 'lei';
      readonly show: (values: Values, inside: Inside) => ComponentChildren;
    }
  >
> = {
  name: { label: 'name', show: ({ name }) => name },
  accounts: {
    label: 'accounts',
    show: ({ accounts }, inside) => <AccountList inside={inside} accounts={accounts} />,
  },
  phoneNumber: { label: 'phone', show: ({ phoneNumber }) => phoneNumber },
  email: { label: 'email', show: ({ email }) => email },
  type: { label: 'type', show: ({ beneficiaryType }) => beneficiaryType },
  category: { label: 'category', show: ({ category }) => category },
  purpose: { label: 'purpose', show: ({ purpose }) => purpose },
  lei: { label: 'lei', show: ({ lei }) => lei },
  packageCodes: { label: 'packages', show: ({ packageCodes }) => packageCodes.join(', ') },
  tags: { label: 'tags', show: ({ tags }) => tags.join(', ') },
};

const Changes = ({ inside, shown }: Part) => {
  const { beneficiaries } = inside.texts;
  const { beneficiary, differing } = shown.review;
  const { pendingChange } = beneficiary;
  if (pendingChange === undefined) return null;
  return (
    <div class="scroll" role="region" aria-label={beneficiaries.changes} tabindex={0}>
      <table class="pairs">
        <caption>{beneficiaries.changes}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">{beneficiaries.now}</th>
            <th scope="col">{beneficiaries.then}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((member) => {
            const { label, show } = VALUES[member];
            return (
              <tr key={member}>
                <th scope="row">{beneficiaries[label]}</th>
                <td>
                  <bdi>{show(beneficiary, inside)}</bdi>
                </td>
                <td>
                  <bdi>
                    <strong>{show(pendingChange, inside)}</strong>
                  </bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

const LookAlikes = ({ inside: { visit, texts }, shown }: Part) => {
  const { beneficiaries } = texts;
  const { looksLike = [] } = shown.review.beneficiary;
  if (looksLike.length === 0) return null;
  return (
    <div class="notice bad">
      <p>{beneficiaries.looksLike}</p>
      <ul>
        {looksLike.map(({ beneficiaryId, beneId, name }) => (
          <li key={beneficiaryId}>
            <a href={visit.href(pathOf(beneficiaryId))}>
              <bdi>{name}</bdi>
            </a>{' '}
            {beneId}
          </li>
        ))}
      </ul>
    </div>
  );
};

const Decision = ({ inside: { visit, texts }, shown }: Part) => {
  const { beneficiaries, approvals } = texts;
  const { review, key, comment, commentFault } = shown;
  const { beneficiaryId, revision } = review.beneficiary;
  return (
    <PageForm visit={visit} action={pathOf(beneficiaryId, '/decide')}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="revision" value={revision} />
      <CommentField
        label={approvals.comment}
        hint={beneficiaries.commentHint}
        value={comment}
        fault={commentFault}
      />
      <div class="actions">
        <button name="action" value="approve">
          {approvals.approve}
        </button>
        <button class="second" name="action" value="reject">
          {approvals.reject}
        </button>
      </div>
    </PageForm>
  );
};

const Waiting = ({ inside, shown }: Part) => {
  const { texts, profile } = inside;
  const { beneficiaries } = texts;
  const { review, waits } = shown;
  const { beneficiary, mayAuthorize, usernames } = review;
  const { pendingChange, approvalState } = beneficiary;
  if (waits === undefined) return null;
  const by = pendingChange === undefined ? undefined : usernames.get(pendingChange.requestedBy);
  const { people, peopleCount = 0, since } = waits;
  return (
    <section class="card">
      <h2>
        {approvalState === 'pending_approval' ? beneficiaries.waits : beneficiaries.changeWaits}
      </h2>
      <p>
        <bdi>{beneficiaries.since(texts.moment(since, profile.timeZone), by)}</bdi>{' '}
        <bdi>
          {mayAuthorize
            ? beneficiaries.youCan
            : peopleCount === 0
              ? beneficiaries.nobodyCan
              : people === undefined
                ? beneficiaries.someCan(peopleCount)
                : beneficiaries.theyCan(people)}
        </bdi>
      </p>
      <LookAlikes inside={inside} shown={shown} />
      <Changes inside={inside} shown={shown} />
      {mayAuthorize && <Decision inside={inside} shown={shown} />}
    </section>
  );
};

const Fact = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
);

const Facts = ({ inside, shown }: Part) => {
  const { texts, profile } = inside;
  const { beneficiaries } = texts;
  const { beneficiary, usernames } = shown.review;
  const { beneId, approvalState, bankName, comment, via } = beneficiary;
  const step = (userId: string, at: number): string =>
    beneficiaries.byAt(usernames.get(userId) ?? userId, texts.moment(at, profile.timeZone));
  const { authorizedBy, authorizedAt, deactivatedBy, deactivatedAt } = beneficiary;
  const plain = Object.values(VALUES).filter(
    ({ label, show }) =>
      label !== 'name' && label !== 'accounts' && (show(beneficiary, inside) ?? '') !== '',
  );
  return (
    <dl class="facts sheet">
      <Fact label={beneficiaries.state}>{beneficiaries.states[approvalState]}</Fact>
      <Fact label={beneficiaries.beneId}>{beneId}</Fact>
      {bankName !== '' && <Fact label={beneficiaries.bank}>{bankName}</Fact>}
      {plain.map(({ label, show }) => (
        <Fact key={label} label={beneficiaries[label]}>
          {show(beneficiary, inside)}
        </Fact>
      ))}
      <Fact label={beneficiaries.created}>
        {step(beneficiary.createdBy, beneficiary.createdAt)}
        {via !== undefined && <span class="sub">{texts.approvals.viaKey(via.keyId)}</span>}
      </Fact>
      {authorizedBy !== undefined && authorizedAt !== undefined && (
        <Fact label={beneficiaries.decided}>{step(authorizedBy, authorizedAt)}</Fact>
      )}
      {deactivatedBy !== undefined && deactivatedAt !== undefined && (
        <Fact label={beneficiaries.deactivated}>{step(deactivatedBy, deactivatedAt)}</Fact>
      )}
      {comment !== undefined && comment !== '' && (
        <Fact label={texts.approvals.comment}>{comment}</Fact>
      )}
    </dl>
  );
};

const Ways = ({ inside: { visit, texts }, shown }: Part) => {
  const { beneficiaries } = texts;
  const { beneficiary, mayChange } = shown.review;
  const { beneficiaryId, approvalState, pendingChange } = beneficiary;
  const waits = approvalState === 'pending_approval' || pendingChange !== undefined;
  if (!mayChange) return null;
  return (
    <div class="actions">
      {!waits && (
        <form method="get" action={visit.href(pathOf(beneficiaryId, '/change'))}>
          <button class="second">
            {approvalState === 'approved' ? beneficiaries.change : beneficiaries.sendAgain}
          </button>
        </form>
      )}
      {approvalState === 'approved' && (
        <form method="get" action={visit.href(pathOf(beneficiaryId, '/deactivate'))}>
          <button class="second">{beneficiaries.deactivate}</button>
        </form>
      )}
    </div>
  );
};

/** One beneficiary: what waits first, then the record. */
export const beneficiaryPage = (inside: Inside, shown: BeneficiaryShown): Page => {
  const { visit, texts } = inside;
  const { beneficiaries } = texts;
  const { beneficiary } = shown.review;
  return portalPage(inside, {
    title: beneficiary.name,
    at: 'beneficiaries',
    content: (
      <>
        <h1>
          <bdi>{beneficiary.name}</bdi>
        </h1>
        {shown.notice !== undefined && <Notice {...shown.notice} takesFocus />}
        <Waiting inside={inside} shown={shown} />
        <section class="card">
          <h2>{beneficiaries.record}</h2>
          <Facts inside={inside} shown={shown} />
          <h3>{beneficiaries.accounts}</h3>
          <AccountList inside={inside} accounts={beneficiary.accounts} />
          <Ways inside={inside} shown={shown} />
          <p>
            <a href={visit.href(AT)}>{beneficiaries.all}</a>
          </p>
        </section>
      </>
    ),
  });
};

/** Asks whether a beneficiary is to be deactivated, and says what that means. */
export const deactivatePage = (
  inside: Inside,
  {
    beneficiary: { beneficiaryId, name, beneId, pendingChange },
    key,
    comment,
    commentFault,
  }: Pick<BeneficiaryShown, 'key' | 'comment' | 'commentFault'> & {
    readonly beneficiary: BrowsedBeneficiary;
  },
): Page => {
  const { visit, texts } = inside;
  const { beneficiaries, approvals } = texts;
  const title = beneficiaries.askDeactivate(name, beneId);
  return portalPage(inside, {
    title,
    at: 'beneficiaries',
    content: (
      <section class="card narrow">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p>{beneficiaries.deactivateText}</p>
        {pendingChange !== undefined && <p>{beneficiaries.deactivateDrops}</p>}
        <PageForm visit={visit} action={pathOf(beneficiaryId, '/deactivate/confirm')}>
          <input type="hidden" name="key" value={key} />
          <CommentField
            label={approvals.comment}
            hint={beneficiaries.commentHint}
            value={comment}
            fault={commentFault}
          />
          <div class="actions">
            <button>{beneficiaries.deactivate}</button>
            <a class="button second" href={visit.href(pathOf(beneficiaryId))}>
              {beneficiaries.back}
            </a>
          </div>
        </PageForm>
      </section>
    ),
  });
};
