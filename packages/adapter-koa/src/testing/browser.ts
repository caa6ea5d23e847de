import { chromiumLaunch } from '@hundi/testkit/contract';
import axe from 'axe-core';
import test, { type ExecutionContext } from 'ava';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';

/** The two widths that every page is looked at. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1_280, height: 800 } };

/** A browser whose windows share nothing, unless they are of one visitor. */
export interface Browsers {
  /** A person with a browser of their own. */
  readonly visitor: (t: ExecutionContext, options?: BrowserContextOptions) => Promise<Page>;
}

type Play = (t: ExecutionContext, browsers: Browsers) => Promise<void>;

/** Registers one story that runs in a browser. */
export type Story = (title: string, play: Play) => void;

/**
 * Who registers stories; they are skipped where there is no browser. A file asks before its first test, and
 * has one browser, which ends with it.
 */
export const storyTeller = async (): Promise<Story> => {
  const launch = await chromiumLaunch();
  if (launch === undefined) {
    return (title) => {
      test.serial.skip(title, () => undefined);
    };
  }
  let browser: Promise<Browser> | undefined;
  test.after.always(async () => (await browser)?.close());
  const visitor: Browsers['visitor'] = async (t, options = PHONE) => {
    browser ??= chromium.launch({ ...launch, args: [...launch.args] });
    const context = await (await browser).newContext(options);
    context.setDefaultTimeout(30_000);
    t.teardown(() => context.close());
    return context.newPage();
  };
  return (title, play) => {
    test.serial(title, (t) => play(t, { visitor }));
  };
};

const SHOTS = fileURLToPath(new URL('../../screenshots/', import.meta.url));

/** Pictures are for people: they take longer than all that a test checks. */
const isKept = process.env['HUNDI_TEST_SCREENSHOTS'] !== undefined;

/** Keeps what a page looks like, on a phone and on a desktop, where somebody wants to look at it. */
const keepShots = async (page: Page, name: string): Promise<void> => {
  if (!isKept) return;
  await mkdir(SHOTS, { recursive: true });
  const before = page.viewportSize();
  for (const [width, { viewport }] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: `${SHOTS}${name}-${width}.png`, fullPage: true });
  }
  if (before !== null) await page.setViewportSize(before);
};

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Findings {
  readonly violations: ReadonlyArray<{
    readonly id: string;
    readonly help: string;
    readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>;
  }>;
}

/** The violations of WCAG 2.2 AA that axe finds on a page, a line each. */
const accessFaults = async (page: Page): Promise<ReadonlyArray<string>> => {
  // In a world of its own: the policy of the page lets no script in.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const run = `${axe.source}; axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: run,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return (result.value as Findings).violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
};

/** Answers how far a page has moved its content by itself. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  const add = (list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum), 0));
})`;

/** Keeps a screenshot of a state without scripts. */
export const lookWithoutScript = keepShots;

/**
 * Works on a page that may go to another by itself: the page stays until the work is done, and then goes there. Its
 * request is aborted and not kept waiting: while a page waits for another, Chromium lets nobody look at it.
 */
export const whileItStays = async <A>(page: Page, work: () => Promise<A>): Promise<A> => {
  let asked: string | undefined;
  const stay = async (route: Route): Promise<void> => {
    const request = route.request();
    if (!request.isNavigationRequest() || request.method() !== 'GET') return route.fallback();
    asked = request.url();
    await route.abort('aborted');
  };
  await page.route('**/*', stay);
  try {
    return await work();
  } finally {
    await page.unroute('**/*', stay);
    if (asked !== undefined) await page.goto(asked);
  }
};

/** Finds faults against WCAG 2.2 AA and content that moves by itself; keeps a picture where a person asked for pictures. */
export const look = async (t: ExecutionContext, page: Page, name: string): Promise<void> => {
  const [shift, faults] = await whileItStays(page, async () => {
    const moved = await page.evaluate(SHIFT);
    await keepShots(page, name);
    return [moved, await accessFaults(page)] as const;
  });
  t.is(shift, 0, `${name} moves by itself`);
  t.deepEqual(faults, [], name);
};

/** Waits until a control has the focus: a page shows it a moment before. */
export const focusOn = (control: Locator): Promise<void> =>
  control.and(control.page().locator(':focus')).waitFor();
