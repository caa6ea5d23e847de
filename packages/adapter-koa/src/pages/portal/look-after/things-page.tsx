import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.js';
import { Notice } from '../form-field.js';
import type { Inside } from '../inside.js';
import { portalPage } from '../portal-page.js';
import { Parts, type Part } from './parts.js';

/** A label, and what stands beside it. */
export type Fact = readonly [label: string, value: ComponentChildren];

/** A link to a page that asks before it does something. */
export interface Act {
  readonly text: string;
  /** Says on its own what the link does, to those who hear it without the rest of the page. */
  readonly label?: string;
  readonly path: `/${string}`;
}

/** One of a list, as people see it. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  readonly state?: string | undefined;
  readonly facts: ReadonlyArray<Fact>;
  /** Facts that take sentences to say. */
  readonly notes?: ReadonlyArray<Fact>;
  readonly acts?: ReadonlyArray<Act>;
}

/** A list with its heading. */
export interface ThingList {
  readonly title: string;
  readonly intro?: string;
  /** What is said where the list is empty. */
  readonly none: string;
  readonly things: ReadonlyArray<Thing>;
  readonly acts?: ReadonlyArray<Act>;
  /** Where the list goes on. */
  readonly next?: `/${string}` | undefined;
}

const Acts = ({ inside, acts }: { readonly inside: Inside; readonly acts: ReadonlyArray<Act> }) =>
  acts.length === 0 ? null : (
    <p class="acts">
      {acts.map(({ text, label, path }) => (
        <a key={path} href={inside.visit.href(path)} {...(label && { 'aria-label': label })}>
          {text}
        </a>
      ))}
    </p>
  );

/** Facts side by side, as many as there is room for. */
export const Facts = ({
  facts,
  ...as
}: {
  readonly facts: ReadonlyArray<Fact>;
  readonly class?: string;
}) => (
  <dl {...as}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

const List = ({
  inside,
  list: { title, intro, none, things, acts = [], next },
}: {
  readonly inside: Inside;
  readonly list: ThingList;
}) => (
  <section class="card">
    <h2>{title}</h2>
    {intro !== undefined && <p class="quiet">{intro}</p>}
    <Acts inside={inside} acts={acts} />
    {things.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul class="things">
        {things.map((thing) => (
          <li key={thing.id}>
            <h3>
              <bdi>{thing.name}</bdi>
              {thing.state !== undefined && <span class="sub">{thing.state}</span>}
            </h3>
            <Facts facts={thing.facts} />
            {thing.notes !== undefined && <Facts facts={thing.notes} class="notes" />}
            <Acts inside={inside} acts={thing.acts ?? []} />
          </li>
        ))}
      </ul>
    )}
    {next !== undefined && (
      <p>
        <a href={inside.visit.href(next)}>{inside.texts.lookAfter.next}</a>
      </p>
    )}
  </section>
);

/** A part of settings: its lists, one after the other. */
export const thingsPage = (
  inside: Inside,
  { part, title }: { readonly part: Part; readonly title: string },
  lists: ReadonlyArray<ThingList>,
  notice?: string,
): Page =>
  portalPage(inside, {
    title,
    at: 'settings',
    content: (
      <>
        <h1>{title}</h1>
        <Parts inside={inside} at={part} />
        {notice !== undefined && <Notice kind="bad" text={notice} />}
        {lists.map((list) => (
          <List key={list.title} inside={inside} list={list} />
        ))}
      </>
    ),
  });

const SHOWN = 25;

/** The page of a whole list that the address asks for, and where the list goes on. */
export const pieceOf = <A,>(
  { visit }: Pick<Inside, 'visit'>,
  all: ReadonlyArray<A>,
  path: `/${string}`,
  name = 'page',
): { readonly items: ReadonlyArray<A>; readonly next?: `/${string}` } => {
  const asked = Number(visit.query(name));
  const page = Number.isInteger(asked) && asked > 1 ? asked : 1;
  const items = all.slice((page - 1) * SHOWN, page * SHOWN);
  return page * SHOWN < all.length
    ? { items, next: `${path}?${name}=${String(page + 1)}` }
    : { items };
};

/** How much of a list that goes on from a cursor one page asks for. */
export const askedPiece = ({ visit }: Pick<Inside, 'visit'>) => {
  const after = visit.query('after');
  return { limit: SHOWN, ...(after !== undefined && { after }) };
};

/** Where such a list goes on. */
export const nextPiece = (
  path: `/${string}`,
  cursor: string | null | undefined,
): `/${string}` | undefined =>
  typeof cursor === 'string'
    ? `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(cursor)}`
    : undefined;
