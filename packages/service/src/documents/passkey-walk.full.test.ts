import { chromiumLaunch } from '@hundi/testkit/contract';
import test from 'ava';
import { chromium } from 'playwright-core';
import { passkeyPage } from '../testing/passkeys.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';
import { blockIn, everyBlock } from './blocks.test.support.js';
import { REFUSED, shellIn } from '../testing/shell.js';

const launch = await chromiumLaunch();

const blocks = await everyBlock();
const blockOf = (number: number): string =>
  blockIn(blocks, `docs/try-it.md sh ${String(number)}`).code;

(launch === undefined ? test.skip : test)(
  'a reader of try-it approves a job with a passkey of their browser',
  async (t) => {
    t.timeout(600_000);
    if (launch === undefined) throw new Error('there is no browser');
    const service = await serveHere(t, await emptyDataDir());
    const browser = await chromium.launch({ ...launch, args: [...launch.args] });
    t.teardown(() => browser.close());
    const page = await passkeyPage(browser, service);
    const shell = await shellIn(t, service);
    const read = async (code: string): Promise<string> => {
      const printed = await shell(code);
      t.notRegex(printed, REFUSED);
      return printed;
    };
    /** What the console copies for the last line that a block printed. */
    const console = (printed: string): Promise<string> =>
      page.evaluate(
        `(async () => { const copy = (text) => text; return ${printed.trim().split('\n').at(-1) ?? ''} })()`,
      );
    const withAnswer = (number: number, answer: string): string =>
      blockOf(number).replace('the answer of the browser', () => answer);

    const created = await console(await read(blockOf(14)));
    const confirmed = await read(withAnswer(15, created));
    t.regex(confirmed, /"state":"active"/);
    const approved = await read(withAnswer(16, await console(confirmed)));
    t.regex(approved, /"status":"approved","error":null/);
    t.regex(approved, /"routingState":"paid"/);
  },
);
