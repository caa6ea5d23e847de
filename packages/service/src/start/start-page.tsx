import type { VNode } from 'preact';
import { PORTAL_STYLE, Sentence, type HostedPage } from '@hundi/adapter-koa';
import type { DemoLink } from './demo-links.js';
import type { Texts } from '../texts/english.js';
import type { DemoPerson } from './demo-people.js';

/** What the start page shows. */
export interface StartShown {
  readonly texts: Texts;
  /** Whether the browser is on this machine, and so may use the sandbox. */
  readonly here: boolean;
  /** Whether the description of the API is on the port of this page. */
  readonly docs: boolean;
  /** Whether people have pages. */
  readonly portal: boolean;
  /** The people of the demo who can log in; none where the tenants are others. */
  readonly people: ReadonlyArray<DemoPerson>;
  /** The commands of a first call of the demo corporate; undefined where the tenants are others. */
  readonly firstCall: string | undefined;
  /** The link that was just made. */
  readonly made?: { readonly kind: DemoLink; readonly url: string };
  /** Why no link was made: the tag of the refusal. */
  readonly refused?: string;
}

type Start = Texts['start'];

const MAILBOX = 'sandbox?to=maker@acme.example';

const About = ({
  start,
  shown: { docs, portal, here },
}: {
  readonly start: Start;
  readonly shown: StartShown;
}) => (
  <div class="part">
    <h1>{start.heading}</h1>
    <p>{start.about}</p>
    <p>{start.simulated}</p>
    <ul>
      {portal && (
        <li>
          <Sentence text={start.portal}>
            <a href="portal">{start.portalLink}</a>
          </Sentence>
        </li>
      )}
      {here && (
        <li>
          <Sentence text={start.sandbox}>
            <a href="sandbox">{start.sandboxLink}</a>
          </Sentence>
        </li>
      )}
    </ul>
    {docs && (
      <ul>
        <li>
          <a href="docs">{start.partnerApi}</a>
        </li>
        <li>
          <a href="portal/docs">{start.portalApi}</a>
        </li>
        <li>
          <Sentence text={start.openapi}>
            <a href="openapi.json">openapi.json</a>
          </Sentence>
        </li>
      </ul>
    )}
  </div>
);

const Made = ({ url, open }: { readonly url: string; readonly open: string }) => (
  <p role="status" data-focus="" tabindex={-1}>
    {/* In a tab of its own: this page stays open, with the mailbox. */}
    <a class="button" href={url} target="_blank" rel="noopener">
      {open}
    </a>
  </p>
);

const Walk = ({
  walk: { title, text, make, open },
  kind,
  made,
  children,
}: {
  readonly walk: Start['walks'][DemoLink];
  readonly kind: DemoLink;
  readonly made: StartShown['made'];
  readonly children: VNode;
}) => (
  <>
    <h2>{title}</h2>
    <p>
      <Sentence text={text}>{children}</Sentence>
    </p>
    {made?.kind === kind && <Made url={made.url} open={open} />}
    <form method="post" action={`?make=${kind}`}>
      <button class={made?.kind === kind ? 'second' : undefined}>{make}</button>
    </form>
  </>
);

const Walks = ({
  start: { walks, mailbox, refused },
  shown: { made, refused: why },
}: {
  readonly start: Start;
  readonly shown: StartShown;
}) => (
  <div class="part">
    {why !== undefined && (
      <p class="notice bad" role="alert">
        {refused(why)}
      </p>
    )}
    <Walk walk={walks.payout} kind="payout" made={made}>
      <a href={MAILBOX} target="_blank" rel="noopener">
        {mailbox}
      </a>
    </Walk>
    <Walk walk={walks.card} kind="card" made={made}>
      <span class="number">4242 4242 4242 4242</span>
    </Walk>
  </div>
);

const inContainer = (program: string): string => `docker compose exec http node -e "${program}"`;

const MAKE_LINK = inContainer(
  `fetch('http://127.0.0.1:3000/?make=payout', { method: 'POST' }).then((r) => console.log(r.headers.get('location')))`,
);
const READ_MAIL = inContainer(
  `fetch('http://127.0.0.1:3000/sandbox/v1/mail').then((r) => r.json()).then((r) => console.log(r.items[0]?.text))`,
);

/** The same walk for a browser on another machine than the service, as outside of its container. */
const WalksFromOutside = ({ outside }: Pick<Start, 'outside'>) => (
  <div class="part">
    <h2>{outside.title}</h2>
    <p>
      <Sentence text={outside.link}>
        <code>make=card</code>
      </Sentence>
    </p>
    <pre>{MAKE_LINK}</pre>
    <p>{outside.mail}</p>
    <pre>{READ_MAIL}</pre>
    <p>{outside.keys}</p>
    <pre>docker compose exec http cat /data/credentials.json</pre>
  </div>
);

const FirstCall = ({
  firstCall,
  commands,
}: Pick<Start, 'firstCall'> & { readonly commands: string }) => (
  <section class="card">
    <h2>{firstCall.title}</h2>
    <p>
      <Sentence text={firstCall.text}>
        <code>credentials.json</code>
      </Sentence>
    </p>
    <pre>{commands}</pre>
  </section>
);

/** Each person of the demo, one click from their login, which has their mailbox beside it. */
const People = ({
  texts,
  people,
}: Pick<StartShown, 'people'> & { readonly texts: Start['people'] }) => (
  <section class="card">
    <h2 id="people">{texts.title}</h2>
    <p>{texts.text}</p>
    <div class="scroll" role="region" aria-labelledby="people" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.person}</th>
            <th scope="col">{texts.of}</th>
            <th scope="col">{texts.does}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ username, email, corporate, does }) => (
            <tr key={email}>
              <th scope="row">
                <a href={`portal/login?email=${encodeURIComponent(email)}`}>{username}</a>
              </th>
              <td>{corporate}</td>
              <td>{does.map((deed) => texts.doing[deed]).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

/** The page at the root of a sandbox: what this is, and what to try first. */
export const startPage = (shown: StartShown): HostedPage => {
  const { texts, here, people, firstCall } = shown;
  const { purpose, caution, start } = texts;
  const isDemo = firstCall !== undefined;
  return {
    title: start.title,
    purpose,
    wide: isDemo,
    style: PORTAL_STYLE,
    caution: () => caution,
    content: (
      <>
        <section class={isDemo ? 'card split' : 'card'}>
          <About start={start} shown={shown} />
          {isDemo &&
            (here ? (
              <Walks start={start} shown={shown} />
            ) : (
              <WalksFromOutside outside={start.outside} />
            ))}
        </section>
        {people.length > 0 && here && <People people={people} texts={start.people} />}
        {isDemo && here && <FirstCall firstCall={start.firstCall} commands={firstCall} />}
      </>
    ),
  };
};
