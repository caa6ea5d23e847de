import { Readable } from 'node:stream';
import test from 'ava';
import { withSigns } from './signs.js';

const surroundings = (isTerminal = false) => {
  const said: string[] = [];
  let isOver = true;
  let pass = (): void => undefined;
  const signs = withSigns(
    {
      env: {},
      directory: '/',
      input: Readable.from([]),
      out: (line) => said.push(line),
      err: (line) => said.push(line),
      progress: () => isTerminal,
      asking: (answer) => answer,
      stop: new AbortController().signal,
    },
    (tick) => {
      pass = () => {
        if (isOver) tick();
        isOver = true;
      };
      return {
        again: () => {
          isOver = false;
        },
        end: () => {
          pass = () => undefined;
        },
      };
    },
  );
  return { ...signs, said, silence: () => pass() };
};

test('a command that says nothing gives signs of life until it ends, and says what it does', (t) => {
  const { around, said, silence, end } = surroundings();
  silence();
  around.progress('job 1: 3 of 9 rows decided');
  silence();
  silence();
  end();
  silence();

  const doing = 'hundi: job 1: 3 of 9 rows decided';
  t.deepEqual(said, ['hundi: still at work', doing, doing]);
});

test('a command that speaks, or whose progress a terminal shows, gives no other sign', (t) => {
  const [log, terminal] = [surroundings(), surroundings(true)];
  log.around.out('a line');
  log.silence();
  log.around.err('another line');
  log.silence();
  terminal.around.progress('job 1: 3 of 9 rows decided');
  terminal.silence();

  t.deepEqual(log.said, ['a line', 'another line']);
  t.deepEqual(terminal.said, []);
});

test('a person who is asked for something may take their time', async (t) => {
  const { around, said, silence } = surroundings();
  await around.asking(
    Promise.resolve().then(() => {
      silence();
    }),
  );

  t.deepEqual(said, []);
});
