import { fileSendMark } from '../index.js';

const [path = '', from = '', step = ''] = process.argv.slice(2);

/** Raises the mark without end, and prints each token once its mark is kept. */
const { raise } = fileSendMark(path);
for (let token = Number(from); ; token += 1 + Math.floor(Math.random() * Number(step))) {
  await raise({ token, at: token });
  process.stdout.write(`${String(token)}\n`);
}
