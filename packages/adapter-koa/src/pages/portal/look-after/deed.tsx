import {
  E,
  type FeatureOff,
  type Hundi,
  type Permission,
  type Person,
  type PortalChanges,
} from '@hundi/core';
import type { ComponentChildren } from 'preact';
import { randomUUID } from 'node:crypto';
import { sha256 } from '@hundi/core/wire';
import { toProblem } from '../../../problem/problem.js';
import type { Refusal } from '../../../problem/refusal.js';
import type { Form } from '../../form/form.js';
import { PageForm } from '../../page-form.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import type { Page } from '../../page.js';
import { Notice } from '../form-field.js';
import { AGAIN, see, type Inside, type InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { portalPage } from '../portal-page.js';
import { askForFactor, confirmed } from '../prove.js';
import type { Texts } from '../../texts/english.js';
import { holds, partPath, type Part } from './parts.js';
import { Facts, type Fact } from './things-page.js';
import { refusalText } from '../refusal-text.js';

/** What a form holds so far. */
export interface Typed {
  readonly value: (name: string) => string;
  readonly isChecked: (name: string) => boolean;
  readonly isFaulty: (name: string) => boolean;
}

/** A page that asks before something is done. */
export interface Asked {
  readonly title: string;
  /** What follows from it, a paragraph each. */
  readonly text: ReadonlyArray<string>;
  readonly facts?: ReadonlyArray<Fact>;
  /** What the form carries beside what is typed. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly fields?: ComponentChildren;
  /** Shows the form again as it is filled, with what would come of it, and does nothing. */
  readonly again?: string;
  /** Absent where it cannot be done here: then the text says how it can. */
  readonly button?: string;
}

/** A page that says what was done. */
export interface Done {
  readonly title: string;
  readonly text?: string;
  readonly facts?: ReadonlyArray<Fact>;
  /** What nobody is shown again. */
  readonly secret?: { readonly label: string; readonly text: string };
}

type Acting<V> = V & { readonly actorUserId: Person['userId'] };

/** What a form changes, as it is now: its values, whose digest the form carries, and the facts that the page shows of it. */
export interface Now {
  readonly seen: string;
  readonly facts?: ReadonlyArray<Fact>;
}

/** How the form does it once, however often it is sent. */
type Run<V, A> =
  | {
      readonly run: (
        changes: PortalChanges,
        person: Person,
        input: Acting<V>,
      ) => Promise<E.Either<Refusal | FeatureOff, A>>;
      /** What the form changes, as it is now. A form that showed something else does nothing. */
      readonly now?: (inside: Inside, value: Typed['value']) => Promise<E.Either<Refusal, Now>>;
    }
  | {
      /** By a use case that keeps what it answered under keys of its own. */
      readonly once: (
        engine: Hundi,
        person: Person,
        input: Acting<V> & { readonly key: string },
      ) => Promise<E.Either<Refusal | FeatureOff, A>>;
    };

/** Something that people do from a list: a page asks for it first, and its form does it once, however often it is sent. */
export type Deed<V extends object, A extends object> = DeedBase<V, A> & Run<V, A>;

interface DeedBase<V extends object, A extends object> {
  readonly part: Part;
  /** The last segments of its address, below the part. */
  readonly name: string;
  /** Any of them lets a person do it. The use case decides; a page asks nobody for what it would refuse. */
  readonly permissions: ReadonlyArray<Permission>;
  /** Says that it needs a code mailed within the last minutes, as its call of `/portal/v1` does. */
  readonly isConfirmed?: true;
  /** Where the person goes on to. Default: the part. */
  readonly back?: (value: Typed['value']) => `/${string}`;
  readonly ask: (inside: Inside, typed: Typed) => Promise<E.Either<Refusal, Asked>>;
  /** What the form asks for, as the use case reads it. */
  readonly values: (form: Form, texts: Texts) => V;
  readonly done: (answer: A, inside: Inside) => Done;
}

const answer = (status: number, page: Page): PageAnswer => ({ kind: 'page', status, page });

type Way = readonly [path: `/${string}`, text: string];

/** Says why something is not shown or done, and what to do. */
const stoppedPage = (inside: Inside, title: string, text: string, [path, to]: Way): Page =>
  portalPage(inside, {
    title,
    at: 'settings',
    content: (
      <section class="card narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        <p class="actions">
          <a class="button" href={inside.visit.href(path)}>
            {to}
          </a>
        </p>
      </section>
    ),
  });

const DENIED: ReadonlySet<string> = new Set([
  'SettingsDenied',
  'NotALinkMaker',
  'NotAJournalReader',
  'NotAnOperationsViewer',
]);

const denied = (inside: Inside): PageAnswer => {
  const { stopped, noRole, back } = inside.texts.lookAfter;
  return answer(403, stoppedPage(inside, stopped, noRole, ['/portal/settings', back]));
};

/** The page of a refusal, with a way on. */
export const refused = (
  inside: Inside,
  refusal: Refusal,
  path: `/${string}` = '/portal/settings',
): PageAnswer => {
  const { lookAfter } = inside.texts;
  const { status } = toProblem(refusal);
  if (DENIED.has(refusal._tag)) return denied(inside);
  // An id that is none is the id of nothing.
  const isGone = status === 404 || refusal._tag === 'InvalidInput';
  const text = isGone ? lookAfter.gone : refusalText(refusal, inside.texts);
  const way = [path, lookAfter.back] as const;
  return answer(isGone ? 404 : status, stoppedPage(inside, lookAfter.stopped, text, way));
};

/** The digests that a form carries: of what it showed, and of what the person saw when they began. */
const SEEN = 'seen';
const SINCE = 'since';

/** The form showed something else than there is now, so the engine does nothing. */
const OUTDATED = { _tag: 'Outdated' } as const;

/** Whether something else is there now than a form carries. */
const isOther = (now: Now | undefined, carried: string): boolean =>
  now !== undefined && carried !== '' && carried !== now.seen;

const askPage = (
  inside: Inside,
  { path, back }: { readonly path: `/${string}`; readonly back: `/${string}` },
  asked: Asked,
  {
    now,
    since,
    refusal,
  }: { readonly now?: Now; readonly since: string; readonly refusal?: Refusal },
) => {
  const { visit, texts } = inside;
  const { title, text, hidden = {}, fields, again, button } = asked;
  const isOutdated = isOther(now, since);
  const facts = [...((isOutdated && now?.facts) || []), ...(asked.facts ?? [])];
  // Sent twice, the form of one page does nothing twice.
  const carried = {
    ...hidden,
    ...(now && { [SEEN]: now.seen, [SINCE]: since === '' ? now.seen : since }),
    key: randomUUID(),
  };
  return portalPage(inside, {
    title,
    at: 'settings',
    content: (
      <section class="card asks">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {isOutdated && refusal === undefined && (
          <Notice kind="bad" text={texts.lookAfter.movedOn} takesFocus />
        )}
        {refusal !== undefined && (
          <Notice
            kind="bad"
            text={noticeOf(refusal, texts)}
            takesFocus={faultyIn(refusal).size === 0}
          />
        )}
        {refusal?._tag === 'SecondFactorNeeded' && (
          // In a tab of its own: what is typed here stays.
          <p>
            <a href={visit.href('/portal/settings')} target="_blank">
              {texts.approvals.addFactor}
            </a>
          </p>
        )}
        {text.map((one) => (
          <p key={one}>{one}</p>
        ))}
        {facts.length > 0 && <Facts facts={facts} />}
        <PageForm visit={visit} action={path}>
          {Object.entries(carried).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {fields}
          <div class="actions">
            {again !== undefined && (
              <button class="second" name={AGAIN} value="yes">
                {again}
              </button>
            )}
            {button !== undefined && <button>{button}</button>}
            <a class="button second" href={visit.href(back)}>
              {texts.lookAfter.back}
            </a>
          </div>
        </PageForm>
      </section>
    ),
  });
};

const donePage = (inside: Inside, back: `/${string}`, done: Done, waits: boolean): Page => {
  const { visit, texts } = inside;
  const { lookAfter } = texts;
  const title = waits ? lookAfter.waitsTitle : done.title;
  const { secret, facts = [], text } = done;
  return portalPage(inside, {
    title,
    at: 'settings',
    content: (
      <section class="card asks">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {waits ? (
          <Notice kind="good" text={lookAfter.waits} />
        ) : (
          text !== undefined && <Notice kind="good" text={text} />
        )}
        {secret !== undefined && (
          <>
            <h2>{secret.label}</h2>
            <p>{lookAfter.secretOnce}</p>
            <pre>{secret.text}</pre>
          </>
        )}
        {facts.length > 0 && <Facts facts={facts} />}
        <p class="actions">
          <a class="button" href={visit.href(back)}>
            {lookAfter.back}
          </a>
        </p>
      </section>
    ),
  });
};

const typedIn = (
  value: (name: string) => string | undefined,
  faulty: ReadonlySet<string> = new Set(),
): Typed => ({
  value: (name) => value(name) ?? '',
  isChecked: (name) => value(name) !== undefined,
  isFaulty: (name) => faulty.has(name),
});

/** The members of the input that are at fault: fields have their names. */
const faultyIn = (refusal: Refusal): ReadonlySet<string> =>
  new Set(
    refusal._tag === 'InvalidInput'
      ? refusal.issues.map(({ pointer }) => pointer.split('/')[1] ?? '')
      : [],
  );

const noticeOf = (refusal: Refusal, texts: Texts): string => {
  const { changed, faulty, needsPasskey, needsFactor } = texts.lookAfter;
  if (refusal._tag === 'IdempotencyKeyReused') return changed;
  if (refusal._tag === 'SecondFactorNeeded')
    return refusal.kind === 'passkey' ? needsPasskey : needsFactor;
  return refusal._tag === 'InvalidInput' ? faulty : refusalText(refusal, texts);
};

/** The page that asks for the deed, and its form. */
export const deedRoutes = <V extends object, A extends object>(
  routes: InsideRoutes,
  mailbox: Mailbox,
  deed: Deed<V, A>,
): ReadonlyArray<PageRoute> => {
  const list = partPath(deed.part);
  const path = `${list}/${deed.name}` as const;
  const backFrom = (value: Typed['value']) => deed.back?.(value) ?? list;

  const nowOf = async (
    inside: Inside,
    value: Typed['value'],
  ): Promise<E.Either<Refusal, Now | undefined>> => {
    if (!('run' in deed) || deed.now === undefined) return E.right(undefined);
    // A form carries the digest: what is in force may be longer than a form may be.
    return E.map((now: Now) => ({ ...now, seen: sha256(now.seen) }))(await deed.now(inside, value));
  };

  const asking = async (
    inside: Inside,
    status: number,
    typed: Typed,
    after?: Refusal,
  ): Promise<PageAnswer> => {
    if (!holds(inside, ...deed.permissions)) return denied(inside);
    const back = backFrom(typed.value);
    // Read before the page's content: a change between the two reads then makes the form outdated, and is not overwritten.
    const now = await nowOf(inside, typed.value);
    const asked = await deed.ask(inside, typed);
    // What was refused says more than that nothing can be asked any more.
    if (E.isLeft(asked)) return refused(inside, after ?? asked.left, back);
    if (E.isLeft(now)) return refused(inside, after ?? now.left, back);
    const { form } = inside.visit;
    const shown = askPage(inside, { path, back }, asked.right, {
      ...(now.right !== undefined && { now: now.right }),
      since: form.get(SINCE) ?? '',
      ...(after !== undefined && { refusal: after }),
    });
    return answer(isOther(now.right, form.get(SEEN) ?? '') ? 409 : status, shown);
  };

  const refusedDeed = async (inside: Inside, refusal: Refusal): Promise<PageAnswer> => {
    const { engine, person, visit } = inside;
    if (refusal._tag === 'SecondFactorNeeded') {
      const passkeyOnly = refusal.kind === 'passkey';
      const factors = await engine.listFactors(person);
      const isHeld = factors.some(
        ({ state, kind }) => state === 'active' && (!passkeyOnly || kind === 'passkey'),
      );
      if (isHeld) return askForFactor(inside, { passkeyOnly });
    }
    const typed = typedIn((name) => visit.form.get(name), faultyIn(refusal));
    const { status } = toProblem(refusal);
    return asking(inside, status, typed, refusal);
  };

  type Acted = E.Either<Refusal | FeatureOff | typeof OUTDATED, A>;

  const doOnce = async (inside: Inside): Promise<Acted> => {
    const { engine, person, visit, texts } = inside;
    const values = deed.values(visit.form, texts);
    const key = visit.form.get('key') ?? '';
    const input = { ...values, actorUserId: person.userId };
    if ('once' in deed) return deed.once(engine, person, { ...input, key });
    const isOutdated = async (): Promise<boolean> => {
      const value = (name: string): string => visit.form.get(name) ?? '';
      const now = await nowOf(inside, value);
      return E.isRight(now) && isOther(now.right, value(SEEN));
    };
    const done = await engine.idempotently(
      person.tenant,
      {
        userId: person.userId,
        route: `POST ${path}`,
        key,
        values: values as Readonly<Record<string, unknown>>,
      },
      async (changes, isAnswered): Promise<Acted> =>
        (await isOutdated()) && !(await isAnswered())
          ? E.left(OUTDATED)
          : deed.run(changes, person, input),
    );
    return E.isLeft(done) ? done : E.right(done.right.answer);
  };

  const act = async (inside: Inside): Promise<PageAnswer> => {
    const { visit } = inside;
    const done = await doOnce(inside);
    if (E.isLeft(done)) {
      if (done.left._tag === 'Outdated')
        return asking(
          inside,
          409,
          typedIn((name) => visit.form.get(name)),
        );
      // Its page is not there without the feature.
      if (done.left._tag === 'FeatureOff') throw new Error(`${path} without ${done.left.feature}`);
      return refusedDeed(inside, done.left);
    }
    const back = backFrom((name) => visit.form.get(name) ?? '');
    const made = done.right;
    const waits = 'settingsChange' in made;
    return answer(200, donePage(inside, back, deed.done(made, inside), waits));
  };

  return [
    ...routes.page({
      path,
      answer: (inside) => asking(inside, 200, typedIn(inside.visit.query)),
    }),
    ...routes
      .form({
        path,
        page: path,
        filled: (inside) =>
          asking(
            inside,
            200,
            typedIn((name) => inside.visit.form.get(name)),
          ),
        answer: deed.isConfirmed === undefined ? act : confirmed(mailbox, act),
      })
      .filter(({ method }) => method === 'POST'),
  ];
};

/** A text of a form, without the space around it. */
export const textIn = (form: Form, name: string): string => (form.get(name) ?? '').trim();

/** A page of a list, which starts again where its cursor is void. */
export const restarted = (refusal: Refusal, inside: Inside, path: `/${string}`): PageAnswer =>
  refusal._tag === 'InvalidCursor' ? see(path) : refused(inside, refusal);
