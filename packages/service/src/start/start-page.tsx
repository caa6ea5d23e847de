import { PORTAL_STYLE, type HostedPage } from '@hundi/adapter-koa';
import type { ComponentChildren } from 'preact';
import type { DemoLink } from './demo-links.js';
import type { DemoPerson } from './demo-people.js';

/** What the start page shows. */
export interface StartShown {
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

interface Walk {
  readonly kind: DemoLink;
  readonly title: string;
  readonly make: string;
  readonly open: string;
}

const PAYOUT: Walk = {
  kind: 'payout',
  title: 'Authorize a payout',
  make: 'Make a payout link',
  open: 'Open the payout page',
};

const CARD: Walk = {
  kind: 'card',
  title: 'Pay by card',
  make: 'Make a card link',
  open: 'Open the card page',
};

const MAILBOX = 'sandbox?to=maker@acme.example';

const About = ({ docs, portal, here }: Pick<StartShown, 'docs' | 'portal' | 'here'>) => (
  <div class="part">
    <h1>Hundi, in a sandbox</h1>
    <p>
      A corporate posts payments to its bank, the bank’s rules judge them, people approve them, and
      the bank pays. Customers pay the corporate by card.
    </p>
    <p>Here the bank, the cards and the mails are simulated: no money moves.</p>
    <ul>
      {portal && (
        <li>
          <a href="portal">The portal</a>, where people work
        </li>
      )}
      {here && (
        <li>
          <a href="sandbox">The sandbox</a>: mailbox, clock, the bank’s books and faults
        </li>
      )}
    </ul>
    {docs && (
      <ul>
        <li>
          <a href="docs">Reference of the partner API</a>
        </li>
        <li>
          <a href="portal/docs">Reference of the portal API</a>
        </li>
        <li>
          <a href="openapi.json">openapi.json</a>, for tools
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

const WalkPart = ({
  walk: { kind, title, make, open },
  made,
  children,
}: {
  readonly walk: Walk;
  readonly made: StartShown['made'];
  readonly children: ComponentChildren;
}) => (
  <>
    <h2>{title}</h2>
    <p>{children}</p>
    {made?.kind === kind && <Made url={made.url} open={open} />}
    <form method="post" action={`?make=${kind}`}>
      <button class={made?.kind === kind ? 'second' : undefined}>{make}</button>
    </form>
  </>
);

const Walks = ({
  made,
  refused,
}: {
  readonly made: StartShown['made'];
  readonly refused: string | undefined;
}) => (
  <div class="part">
    {refused !== undefined && (
      <p class="notice bad" role="alert">
        The engine refused to make the link ({refused}), because the demo was changed. Delete the
        data directory and start the service again to begin anew.
      </p>
    )}
    <WalkPart walk={PAYOUT} made={made}>
      Acme Traders pays ₹2,500 to Sharma Steel. The page mails a code to the maker: read it in{' '}
      <a href={MAILBOX} target="_blank" rel="noopener">
        the mailbox
      </a>
      .
    </WalkPart>
    <WalkPart walk={CARD} made={made}>
      A customer pays ₹2,499 to Acme Traders. Use the card{' '}
      <span class="number">4242 4242 4242 4242</span>, any date to come, any CVC and any name.
    </WalkPart>
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
const WalksFromOutside = () => (
  <div class="part">
    <h2>From outside a container</h2>
    <p>
      Only callers on the machine of the service may use the sandbox. With Docker Compose, this
      command makes a payout link (with <code>make=card</code> a card link):
    </p>
    <pre>{MAKE_LINK}</pre>
    <p>This one prints the newest mail, with the code that the payout page asks for:</p>
    <pre>{READ_MAIL}</pre>
    <p>And this one shows the keys of the demo corporate:</p>
    <pre>docker compose exec http cat /data/credentials.json</pre>
  </div>
);

const FirstCall = ({ commands }: { readonly commands: string }) => (
  <section class="card">
    <h2>A first call</h2>
    <p>
      The keys are in <code>credentials.json</code> in the data directory. These commands read one
      and list the payment packages:
    </p>
    <pre>{commands}</pre>
  </section>
);

/** Each person of the demo, one click from their login, which has their mailbox beside it. */
const People = ({ people }: Pick<StartShown, 'people'>) => (
  <section class="card">
    <h2 id="people">Be one of them</h2>
    <p>Each link opens the login of a person, with their mailbox beside it.</p>
    <div class="scroll" role="region" aria-labelledby="people" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Of</th>
            <th scope="col">Does</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ username, email, corporate, does }) => (
            <tr key={email}>
              <th scope="row">
                <a href={`portal/login?email=${encodeURIComponent(email)}`}>{username}</a>
              </th>
              <td>{corporate}</td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

/** The page at the root of a sandbox: what this is, and what to try first. */
export const startPage = (shown: StartShown): HostedPage => {
  const { here, docs, portal, people, firstCall, made, refused } = shown;
  const isDemo = firstCall !== undefined;
  return {
    title: 'Start',
    purpose: 'Sandbox',
    wide: isDemo,
    style: PORTAL_STYLE,
    caution: () =>
      'A sandbox is for trying things out. Enter no real card and no real account here.',
    content: (
      <>
        <section class={isDemo ? 'card split' : 'card'}>
          <About docs={docs} portal={portal} here={here} />
          {isDemo && (here ? <Walks made={made} refused={refused} /> : <WalksFromOutside />)}
        </section>
        {people.length > 0 && here && <People people={people} />}
        {isDemo && here && <FirstCall commands={firstCall} />}
      </>
    ),
  };
};
