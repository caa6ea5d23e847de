import { fileSendMark } from '../index.js';

const [path = ''] = process.argv.slice(2);

// One clock of the machine: the marks of all processes lie close together, and each is the highest for a moment.
const next = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Raises the mark without end, and prints each token once its mark is kept. */
const { raise } = fileSendMark(path);
for (;;) {
  const token = next();
  await raise({ token, at: token });
  process.stdout.write(`${String(token)}\n`);
}
