import { rupees } from '@hundi/core';
import type { ReportSums, WebhookEndpointView } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import type { Inside } from '../inside.js';

type Sum = ReportSums['sums'][number];

/** What a payout came to, as the pictures tell it apart. */
const KINDS = ['paid', 'failed', 'waiting'] as const;
type Kind = (typeof KINDS)[number];

/** Told apart from white and from each other, also without their hue. */
const COLOURS: Readonly<Record<Kind, string>> = {
  paid: '#1d7a4b',
  failed: '#b3261e',
  waiting: '#7a8798',
};

const ENDED: Readonly<Partial<Record<Sum['status'], Kind>>> = {
  paid: 'paid',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
};

const kindOf = ({ status }: Pick<Sum, 'status'>): Kind => ENDED[status] ?? 'waiting';

/** Counts and amounts of some sums together. */
export const totalOf = (sums: ReadonlyArray<Pick<Sum, 'count' | 'amount'>>) => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: sums.reduce((all, { amount }) => all + amount, 0n),
});

/** A picture with the table that it shows. */
const Picture = ({
  inside: { texts },
  title,
  picture,
  table,
}: {
  readonly inside: Inside;
  readonly title: string;
  readonly picture: ComponentChildren;
  readonly table: ComponentChildren;
}) => (
  <section class="card">
    <h2>{title}</h2>
    {picture}
    <details>
      <summary>{texts.reports.asTable}</summary>
      <div class="scroll" role="region" aria-label={title} tabindex={0}>
        {table}
      </div>
    </details>
  </section>
);

const WIDTH = 620;
const HEIGHT = 140;

/** Paid, failed and waiting payouts, a bar for each day. */
export const ByDay = ({
  inside,
  days,
  sums,
}: {
  readonly inside: Inside;
  readonly days: ReadonlyArray<string>;
  readonly sums: ReadonlyArray<Sum>;
}) => {
  const { texts } = inside;
  const { reports, locale } = texts;
  const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => texts.day(day ?? ''));
  const counts = days.map((_, day) =>
    KINDS.map(
      (kind) => totalOf(sums.filter((one) => one.span === day && kindOf(one) === kind)).count,
    ),
  );
  const most = Math.max(1, ...counts.map((ofDay) => ofDay.reduce((all, n) => all + n, 0)));
  const step = WIDTH / days.length;
  const height = (n: number): number => (n / most) * HEIGHT;
  const all = KINDS.map((kind) => totalOf(sums.filter((one) => kindOf(one) === kind)).count);
  return (
    <Picture
      inside={inside}
      title={reports.byDay}
      picture={
        <>
          <p class="legend">
            {KINDS.map((kind, i) => (
              <span key={kind}>
                <svg width="12" height="12" aria-hidden="true">
                  <rect width="12" height="12" fill={COLOURS[kind]} />
                </svg>{' '}
                {reports.kinds[kind]} {(all[i] ?? 0).toLocaleString(locale)}
              </span>
            ))}
          </p>
          <svg
            class="bars"
            viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
            role="img"
            aria-label={reports.byDayText(first, last)}
          >
            {counts.map((ofDay, day) =>
              ofDay.map((n, i) => {
                const below = ofDay.slice(0, i).reduce((sum, one) => sum + one, 0);
                return n === 0 ? null : (
                  <rect
                    key={`${String(day)} ${String(i)}`}
                    x={(day * step + step * 0.1).toFixed(1)}
                    width={(step * 0.8).toFixed(1)}
                    y={(HEIGHT - height(below + n)).toFixed(1)}
                    height={height(n).toFixed(1)}
                    fill={COLOURS[KINDS[i] ?? 'waiting']}
                  />
                );
              }),
            )}
            <path d={`M0 ${String(HEIGHT)}H${String(WIDTH)}`} stroke="#7a8798" stroke-width="2" />
          </svg>
          <p class="axis quiet" aria-hidden="true">
            <span>{first}</span>
            <span>{last}</span>
          </p>
        </>
      }
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{reports.day}</th>
              {KINDS.map((kind) => (
                <th key={kind} scope="col" class="num">
                  {reports.kinds[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, i) => (
              <tr key={day}>
                <th scope="row">{texts.day(day)}</th>
                {(counts[i] ?? []).map((n, kind) => (
                  <td key={KINDS[kind]} class="num">
                    {n.toLocaleString(locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};

/** A bar beside its text: the text says all that the bar shows. */
const Bar = ({
  label,
  value,
  share,
  colour,
}: {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly share: number;
  readonly colour: string;
}) => (
  <li>
    <span class="axis">
      <bdi>{label}</bdi> <span class="number">{value}</span>
    </span>
    <svg class="bars" viewBox="0 0 620 14" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(2, share * 620).toFixed(1)} height="14" fill={colour} />
    </svg>
  </li>
);

/** The states in which payouts go on, in the order in which they come. */
const ON_THE_WAY = [
  'queued',
  'pending_approval',
  'partially_approved',
  'approved',
  'scheduled',
  'sent_to_bank',
] as const;

/** Where payouts wait, how many, and since when. */
export const Waiting = ({
  inside,
  sums,
}: {
  readonly inside: Inside;
  readonly sums: ReadonlyArray<Sum>;
}) => {
  const { texts, profile } = inside;
  const { reports, locale } = texts;
  const states = ON_THE_WAY.map((status) => {
    const some = sums.filter((one) => one.status === status);
    const since = Math.min(...some.map((one) => one.since));
    return { status, since, ...totalOf(some) };
  }).filter(({ count }) => count > 0);
  const most = Math.max(1, ...states.map(({ count }) => count));
  return (
    <Picture
      inside={inside}
      title={reports.waiting}
      picture={
        states.length === 0 ? (
          <p>{reports.nothingWaits}</p>
        ) : (
          <ul class="plain">
            {states.map(({ status, count, since }) => (
              <Bar
                key={status}
                label={texts.states[status]}
                value={reports.waitingFor(count, profile.now - since)}
                share={count / most}
                colour={COLOURS.waiting}
              />
            ))}
          </ul>
        )
      }
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{reports.state}</th>
              <th scope="col" class="num">
                {reports.count}
              </th>
              <th scope="col" class="num">
                {reports.amount}
              </th>
              <th scope="col">{reports.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {states.map(({ status, count, amount, since }) => (
              <tr key={status}>
                <th scope="row">{texts.states[status]}</th>
                <td class="num">{count.toLocaleString(locale)}</td>
                <td class="num">{rupees(amount)}</td>
                <td>{texts.moment(since, profile.timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};

/** The deliveries of each webhook endpoint that wait for a retry, or failed for good. */
export const Webhooks = ({
  inside,
  endpoints,
}: {
  readonly inside: Inside;
  readonly endpoints: ReadonlyArray<WebhookEndpointView>;
}) => {
  const { reports, locale } = inside.texts;
  const most = Math.max(1, ...endpoints.flatMap(({ queue }) => [queue.waiting, queue.dead]));
  return (
    <Picture
      inside={inside}
      title={reports.webhooks}
      picture={
        endpoints.length === 0 ? (
          <p>{reports.noWebhooks}</p>
        ) : (
          <ul class="plain">
            {endpoints.map(({ endpointId, url, status, queue }) => (
              <>
                <Bar
                  key={`${endpointId} waiting`}
                  label={reports.endpoint(url, status)}
                  value={reports.retried(queue.waiting)}
                  share={queue.waiting / most}
                  colour={COLOURS.waiting}
                />
                {queue.dead > 0 && (
                  <Bar
                    key={`${endpointId} dead`}
                    label={reports.endpoint(url, status)}
                    value={reports.dead(queue.dead)}
                    share={queue.dead / most}
                    colour={COLOURS.failed}
                  />
                )}
              </>
            ))}
          </ul>
        )
      }
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{reports.address}</th>
              <th scope="col">{reports.state}</th>
              <th scope="col" class="num">
                {reports.retries}
              </th>
              <th scope="col" class="num">
                {reports.given}
              </th>
            </tr>
          </thead>
          <tbody>
            {endpoints.map(({ endpointId, url, status, queue }) => (
              <tr key={endpointId}>
                <th scope="row">
                  <bdi>{url}</bdi>
                </th>
                <td>{reports.endpointStates[status]}</td>
                <td class="num">{queue.waiting.toLocaleString(locale)}</td>
                <td class="num">{queue.dead.toLocaleString(locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};
