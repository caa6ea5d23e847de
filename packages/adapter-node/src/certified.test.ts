import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPacer, checkPolicyMark, checkSealer, checkSendMark } from '@hundi/testkit/kits';
import test from 'ava';
import { aesSealer, KEK_BYTES } from './aes-sealer.js';
import { filePolicyMark } from './file-policy-mark.js';
import { fileSendMark } from './file-send-mark.js';
import { nodePacer } from './node-pacer.js';

const somewhere = async () => join(await mkdtemp(join(tmpdir(), 'hundi-mark-')), 'send-mark');

/** Places of a mark in a file, good ones and one that holds something else. */
const placesOf = <A>(mark: (path: string) => A) => ({
  freshPlace: async () => {
    const path = await somewhere();
    return () => mark(path);
  },
  brokenPlace: async () => {
    const path = await somewhere();
    await writeFile(path, 'something else\n');
    return mark(path);
  },
});

const sendMark = checkSendMark(placesOf(fileSendMark));
const policyMark = checkPolicyMark(placesOf(filePolicyMark));

const [OLD, NEW, OTHER] = [1, 2, 3].map((fill) => Buffer.alloc(KEK_BYTES, fill)) as [
  Buffer,
  Buffer,
  Buffer,
];

const sealer = checkSealer({
  sealer: () => aesSealer(OLD),
  rotated: () => aesSealer([NEW, OLD]),
  stranger: () => aesSealer(OTHER),
}).filter(({ notChecked }) => notChecked === undefined);

for (const [what, checks] of [
  ['the sealer of AES-256-GCM', sealer],
  ['the send mark in a file', sendMark],
  ['the policy mark in a file', policyMark],
  ["the pacer on Node's event loop", checkPacer({ pacer: (clock) => nodePacer(clock) })],
] as const)
  for (const { sentence, run } of checks)
    test(`${what}: ${sentence}`, async (t) => {
      await run();
      t.pass();
    });
