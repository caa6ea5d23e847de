import { E, type PortalChanges } from '@hundi/core';
import { AuthorizeBeneficiaryInput, type BrowsedBeneficiary } from '@hundi/core/wire';
import { randomUUID } from 'node:crypto';
import { Search } from '../../../http/page-query.js';
import type { Refusal } from '../../../problem/refusal.js';
import type { Page } from '../../page.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { messagePage } from '../message-page.js';
import { commentIn } from '../comment-in.js';
import { queryText } from '../query-text.js';
import { beneficiariesPage } from './beneficiaries-page.js';
import { beneficiaryFormPage, type BeneficiaryFormShown } from './beneficiary-form-page.js';
import { EMPTY, faultsOf, membersOf, typedIn, typedOf, withUntouched } from './beneficiary-form.js';
import { beneficiaryPage, deactivatePage, type BeneficiaryShown } from './beneficiary-page.js';
import { AT, pathOf } from './beneficiary-path.js';
import { refusalText } from '../refusal-text.js';

const { comment: Comment } = AuthorizeBeneficiaryInput.optional;

const A_PAGE = 50;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

/** What is refused whatever was typed. */
const stopped = (inside: Inside, { _tag }: { readonly _tag: string }): PageAnswer => {
  const { beneficiaries } = inside.texts;
  const { profile } = inside;
  const mayLook = profile.decidesOnPayees || profile.permissions.includes('beneficiary.make');
  const way = mayLook ? ({ path: AT, text: beneficiaries.all } as const) : undefined;
  const isAbsent = _tag === 'BeneficiaryNotFound' || _tag === 'InvalidInput';
  const { absent, absentTitle, noRole, noRoleTitle } = beneficiaries;
  return isAbsent
    ? page(404, messagePage(inside, { title: absentTitle, at: 'beneficiaries', text: absent, way }))
    : page(
        403,
        messagePage(inside, { title: noRoleTitle, at: 'beneficiaries', text: noRole, way }),
      );
};

const isState = (text: string): text is BrowsedBeneficiary['approvalState'] =>
  ['pending_approval', 'approved', 'rejected', 'deactivated'].includes(text);

const list = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const typed = {
    search: (visit.query('search') ?? '').trim(),
    state: visit.query('state') ?? '',
  };
  const search = Search.decode(typed.search);
  const after = visit.query('after');
  if (E.isLeft(search))
    return page(
      400,
      beneficiariesPage(inside, {
        typed,
        items: [],
        searchFault: texts.beneficiaries.badSearch,
      }),
    );
  const found = await engine.followBeneficiaries(person.tenant, {
    actorUserId: person.userId,
    limit: A_PAGE,
    ...(after !== undefined && { after }),
    ...(isState(typed.state) && { state: typed.state }),
    ...(typed.state === 'change' && { changePending: true as const }),
    ...(search.right !== undefined && search.right !== '' && { search: search.right }),
  });
  if (E.isLeft(found))
    return found.left._tag === 'InvalidCursor'
      ? see(`${AT}${queryText(typed)}`)
      : stopped(inside, { _tag: found.left._tag });
  const { items, nextCursor } = found.right;
  const next = nextCursor ?? undefined;
  return page(200, beneficiariesPage(inside, { typed, items, isFirst: after === undefined, next }));
};

const idIn = ({ visit }: Inside): string => visit.params['beneficiaryId'] ?? '';

const reviewed = ({ engine, person, ...inside }: Inside) =>
  engine.reviewBeneficiary(person.tenant, {
    actorUserId: person.userId,
    beneficiaryId: idIn({ engine, person, ...inside }),
  });

type Worked = Pick<BeneficiaryShown, 'comment' | 'commentFault' | 'notice'>;

const isWaiting = ({ approvalState, pendingChange }: BrowsedBeneficiary): boolean =>
  approvalState === 'pending_approval' || pendingChange !== undefined;

/** The record as it stands now, with what the person typed. */
const standing = async (inside: Inside, status: number, worked: Worked): Promise<PageAnswer> => {
  const { engine, person } = inside;
  const { tenant, userId: actorUserId } = person;
  const review = await reviewed(inside);
  if (E.isLeft(review)) return stopped(inside, review.left);
  const { beneficiary } = review.right;
  const { beneficiaryId } = beneficiary;
  const why = isWaiting(beneficiary)
    ? await engine.whyWaiting(tenant, { actorUserId, beneficiaryId })
    : undefined;
  const waits = why !== undefined && E.isRight(why) ? why.right.waitingFor[0] : undefined;
  const shown = { review: review.right, waits, key: randomUUID(), ...worked };
  return page(status, beneficiaryPage(inside, shown));
};

const DONE = [
  'created',
  'changed',
  'sent',
  'again',
  'approved',
  'rejected',
  'deactivated',
] as const;
type Done = (typeof DONE)[number];

const show = (inside: Inside): Promise<PageAnswer> => {
  const { visit, texts } = inside;
  const done = DONE.find((one) => one === visit.query('done'));
  const text = done && texts.beneficiaries.done[done];
  return standing(inside, 200, text === undefined ? {} : { notice: { kind: 'good', text } });
};

const toDone = (beneficiaryId: string, done: Done): PageAnswer =>
  see(`${pathOf(beneficiaryId)}?done=${done}`);

/** Makes a change once for each form that a page showed, however often the form is sent. */
const once = async <L, A>(
  { engine, visit, person }: Inside,
  route: string,
  values: Readonly<Record<string, unknown>>,
  change: (changes: PortalChanges) => Promise<E.Either<L, A>>,
) => {
  const { tenant, userId } = person;
  const key = visit.form.get('key') ?? '';
  const done = await engine.idempotently(tenant, { userId, route, key, values }, change);
  return E.isLeft(done) ? done : E.right(done.right.answer);
};

/** What moved on between a page and its form. */
const MOVED: ReadonlySet<string> = new Set([
  'BeneficiaryMovedOn',
  'NotAwaitingApproval',
  'BeneficiaryAwaitsChecker',
  'BeneficiaryNotActive',
  'IdempotencyKeyReused',
  'InvalidInput',
]);

const GONE: ReadonlySet<string> = new Set(['BeneficiaryNotFound', 'ActorNotFound']);

/** The record again, with why nothing was done. */
const notDone = (
  inside: Inside,
  refusal: Extract<Refusal, { readonly _tag: string }>,
  comment?: string,
): Promise<PageAnswer> => {
  if (GONE.has(refusal._tag)) return Promise.resolve(stopped(inside, refusal));
  const { beneficiaries } = inside.texts;
  const text = MOVED.has(refusal._tag) ? beneficiaries.movedOn : refusalText(refusal, inside.texts);
  const status = MOVED.has(refusal._tag) ? 409 : 403;
  return standing(inside, status, { comment, notice: { kind: 'bad', text } });
};

const decide = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, person, texts } = inside;
  const comment = commentIn(visit.form);
  if (!Comment.is(comment))
    return standing(inside, 400, { comment, commentFault: texts.approvals.badComment });
  const action = visit.form.get('action') === 'reject' ? 'reject' : 'approve';
  const values = {
    beneficiaryId: idIn(inside),
    actorUserId: person.userId,
    action,
    revision: Number(visit.form.get('revision')),
    ...(comment !== '' && { comment }),
  } as const;
  const done = await once(inside, 'POST /portal/beneficiaries/decide', values, (changes) =>
    changes.authorizeBeneficiary(person.tenant, values),
  );
  return E.isLeft(done)
    ? notDone(inside, done.left, comment)
    : toDone(values.beneficiaryId, action === 'approve' ? 'approved' : 'rejected');
};

/** A form for the packages that the person may choose; an answer where they may choose none. */
const formPage = async (
  inside: Inside,
  status: number,
  shown: Omit<BeneficiaryFormShown, 'packages' | 'key'>,
): Promise<PageAnswer> => {
  const { engine, person } = inside;
  const packages = await engine.listMakersPackages(person.tenant, { actorUserId: person.userId });
  if (E.isLeft(packages)) return stopped(inside, { _tag: packages.left._tag });
  const key = randomUUID();
  return page(status, beneficiaryFormPage(inside, { ...shown, packages: packages.right, key }));
};

/** The form again, with what is wrong in it. */
const formAgain = (
  inside: Inside,
  refusal: Refusal,
  shown: Pick<BeneficiaryFormShown, 'typed' | 'changed' | 'since' | 'now'>,
): Promise<PageAnswer> => {
  const { form } = inside.texts.beneficiaries;
  const bad = (text: string) => ({ notice: { kind: 'bad', text } as const });
  if (refusal._tag === 'InvalidInput')
    return formPage(inside, 400, {
      ...shown,
      faults: faultsOf(refusal, shown.typed),
      ...bad(form.lookAgain),
    });
  if (refusal._tag === 'DuplicateBeneficiary')
    return formPage(inside, 409, { ...shown, ...bad(form.taken[refusal.same]) });
  if (refusal._tag === 'PackagesDenied')
    return formPage(inside, 403, { ...shown, ...bad(form.denied(refusal.packageCodes)) });
  return refusal._tag === 'IdempotencyKeyReused'
    ? formPage(inside, 409, { ...shown, ...bad(form.sentBefore) })
    : notDone(inside, refusal);
};

const create = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, person } = inside;
  const typed = typedIn(visit.form);
  const { beneId, email, category, purpose, lei } = typed.texts;
  const values = {
    initiatedByUserId: person.userId,
    beneId,
    ...membersOf(typed),
    ...(email !== '' && { beneEmail: email }),
    ...(category !== '' && { beneCategory: category }),
    ...(purpose !== '' && { benePurpose: purpose }),
    ...(lei !== '' && { beneLei: lei }),
  };
  const done = await once(inside, 'POST /portal/beneficiaries/new', values, (changes) =>
    changes.createBeneficiary(person.tenant, values),
  );
  if (E.isRight(done)) return toDone(done.right.beneficiary.beneficiaryId, 'created');
  return done.left._tag === 'NotABeneficiaryMaker' || done.left._tag === 'ActorNotFound'
    ? stopped(inside, done.left)
    : formAgain(inside, done.left, { typed });
};

/** The beneficiary that a person wants to change; an answer where they may not. */
const changeable = async (inside: Inside): Promise<E.Either<PageAnswer, BrowsedBeneficiary>> => {
  const review = await reviewed(inside);
  if (E.isLeft(review)) return E.left(stopped(inside, review.left));
  const { beneficiary, mayChange } = review.right;
  return mayChange
    ? E.right(beneficiary)
    : E.left(stopped(inside, { _tag: 'NotABeneficiaryMaker' }));
};

/** The form of a change: as the beneficiary is now. */
const changeForm = async (inside: Inside): Promise<PageAnswer> => {
  const changed = await changeable(inside);
  if (E.isLeft(changed)) return changed.left;
  const notice = { kind: 'bad', text: inside.texts.beneficiaries.awaitsChecker } as const;
  return isWaiting(changed.right)
    ? standing(inside, 409, { notice })
    : formPage(inside, 200, { changed: changed.right, typed: typedOf(changed.right) });
};

/** What a person typed, and how the record is now if somebody changed it since the person began. */
const typedOver = ({ visit: { form } }: Inside, changed: BrowsedBeneficiary) => {
  const since = form.get('since') ?? form.get('revision') ?? '';
  const isOther = since !== String(changed.revision);
  return { changed, typed: typedIn(form), since, ...(isOther && { now: typedOf(changed) }) };
};

/** The form of a change with all that a person typed, also where the service cannot save it now. */
const typedForm = async (inside: Inside): Promise<PageAnswer> => {
  const changed = await changeable(inside);
  if (E.isLeft(changed)) return changed.left;
  const shown = typedOver(inside, changed.right);
  const isSeen = inside.visit.form.get('revision') === String(changed.right.revision);
  if (!isWaiting(changed.right)) return formPage(inside, isSeen ? 200 : 409, shown);
  const notice = { kind: 'bad', text: inside.texts.beneficiaries.awaitsChecker } as const;
  return formPage(inside, 409, { ...shown, notice });
};

/** What a change came to: one that was rejected or deactivated is of no use until a checker has approved all of it. */
const doneOf = (changed: BrowsedBeneficiary): Done => {
  if (changed.approvalState === 'pending_approval') return 'again';
  return isWaiting(changed) ? 'sent' : 'changed';
};

const change = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person } = inside;
  const review = await reviewed(inside);
  if (E.isLeft(review)) return stopped(inside, review.left);
  const changed = review.right.beneficiary;
  const shown = typedOf(changed);
  const typed = withUntouched(typedIn(visit.form), shown);
  const { email, category, purpose, lei, tags } = typed.texts;
  const offered = await engine.listMakersPackages(person.tenant, { actorUserId: person.userId });
  if (E.isLeft(offered)) return stopped(inside, { _tag: offered.left._tag });
  const codes = new Set<string>(offered.right.map(({ packageCode }) => packageCode));
  // Packages that the form could not show stay, and the others keep their order: a new order would be a change.
  const kept = changed.packageCodes.filter((code) => !codes.has(code) || typed.packages.has(code));
  const { benePackageCodes, ...members } = membersOf(typed);
  const values = {
    beneficiaryId: changed.beneficiaryId,
    initiatedByUserId: person.userId,
    revision: Number(visit.form.get('revision')),
    ...members,
    ...(tags === shown.texts.tags && { tags: changed.tags }),
    benePackageCodes: [...new Set([...kept, ...benePackageCodes])],
    beneEmail: email === '' ? null : email,
    beneCategory: category === '' ? null : category,
    benePurpose: purpose === '' ? null : purpose,
    beneLei: lei === '' ? null : lei,
  };
  const done = await once(inside, 'POST /portal/beneficiaries/change', values, (changes) =>
    changes.changeBeneficiary(person.tenant, values),
  );
  if (E.isRight(done)) return toDone(changed.beneficiaryId, doneOf(done.right));
  const refusal = done.left;
  if (refusal._tag === 'BeneficiaryMovedOn' || refusal._tag === 'BeneficiaryAwaitsChecker')
    return typedForm(inside);
  return refusal._tag === 'NotABeneficiaryMaker'
    ? stopped(inside, refusal)
    : formAgain(inside, refusal, typedOver(inside, changed));
};

/** Asks whether the beneficiary is to be deactivated. */
const askDeactivation = async (
  inside: Inside,
  status: number,
  worked: Pick<Worked, 'comment' | 'commentFault'>,
): Promise<PageAnswer> => {
  const review = await reviewed(inside);
  if (E.isLeft(review)) return stopped(inside, review.left);
  const { beneficiary, mayChange } = review.right;
  if (!mayChange) return stopped(inside, { _tag: 'NotABeneficiaryMaker' });
  if (beneficiary.approvalState !== 'approved') {
    const text = inside.texts.beneficiaries.movedOn;
    return standing(inside, 409, { notice: { kind: 'bad', text } });
  }
  return page(status, deactivatePage(inside, { beneficiary, key: randomUUID(), ...worked }));
};

const deactivate = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, person, texts } = inside;
  const comment = commentIn(visit.form);
  if (!Comment.is(comment))
    return askDeactivation(inside, 400, { comment, commentFault: texts.approvals.badComment });
  const values = {
    beneficiaryId: idIn(inside),
    initiatedByUserId: person.userId,
    ...(comment !== '' && { comment }),
  };
  const done = await once(inside, 'POST /portal/beneficiaries/deactivate', values, (changes) =>
    changes.deactivateBeneficiary(person.tenant, values),
  );
  return E.isLeft(done) ? notDone(inside, done.left) : toDone(values.beneficiaryId, 'deactivated');
};

/** The beneficiaries of a corporate: the list, one record, and what makers and checkers do with it. */
export const beneficiaryRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => {
  const one = `${AT}/{beneficiaryId}` as const;
  return [
    ...routes.page({ path: AT, answer: list }),
    ...routes.page({
      path: `${AT}/new`,
      answer: (inside) => formPage(inside, 200, { typed: EMPTY }),
    }),
    ...routes.form({
      path: `${AT}/new/save`,
      page: `${AT}/new`,
      filled: (inside) => formPage(inside, 200, { typed: typedIn(inside.visit.form) }),
      answer: create,
    }),
    ...routes.page({ path: one, answer: show }),
    ...routes.form({
      path: `${one}/decide`,
      page: one,
      filled: (inside) => standing(inside, 200, { comment: inside.visit.form.get('comment') }),
      answer: decide,
    }),
    ...routes.page({ path: `${one}/change`, answer: changeForm }),
    ...routes.form({
      path: `${one}/change/save`,
      page: `${one}/change`,
      filled: typedForm,
      answer: change,
    }),
    ...routes.page({
      path: `${one}/deactivate`,
      answer: (inside) => askDeactivation(inside, 200, {}),
    }),
    ...routes.form({
      path: `${one}/deactivate/confirm`,
      page: `${one}/deactivate`,
      filled: (inside) =>
        askDeactivation(inside, 200, { comment: inside.visit.form.get('comment') }),
      answer: deactivate,
    }),
  ];
};
