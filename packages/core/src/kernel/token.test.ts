import test from 'ava';
import { optional, recipe, token, type Token } from './token.js';

interface Clock {
  readonly now: () => number;
}
interface Log {
  readonly write: (line: string) => void;
}
interface Greeter {
  readonly greet: () => string;
}

const Clock = token<Clock>('test/Clock');
const Log = token<Log>('test/Log');
const Greeter = token<Greeter>('test/Greeter');

const makeGreeter = recipe(Greeter, { Book: optional(Log), Clock }, ({ clock, book }) => ({
  greet: () => {
    book?.write('greeted');
    return `it is ${String(clock.now())}`;
  },
}));

test('a service is made of what it needs, by name, and says what that is', (t) => {
  const lines: string[] = [];
  const clock: Clock = { now: () => 7 };
  const book: Log = { write: (line) => void lines.push(line) };

  t.is(makeGreeter({ clock, book }).greet(), 'it is 7');
  t.is(makeGreeter({ clock, book: undefined }).greet(), 'it is 7');
  t.deepEqual(lines, ['greeted']);
  t.is<symbol, symbol>(makeGreeter.service, Greeter);
  t.deepEqual(makeGreeter.dependencies, [
    ['book', { optional: Log }],
    ['clock', Clock],
  ]);
});

test('wrong needs and wrong services do not compile', (t) => {
  const clock: Clock = { now: () => 7 };
  const wrong = [
    // @ts-expect-error -- nothing with that name is among the dependencies
    recipe(Greeter, { Log }, ({ clock }) => ({ greet: () => typeof clock })),
    // @ts-expect-error -- the clock is a log
    recipe(Clock, { Clock: Log }, ({ clock }) => clock),
    // @ts-expect-error -- the log may be absent
    recipe(Log, { Log: optional(Log) }, ({ log }) => log),
    // @ts-expect-error -- something else is made
    recipe(Clock, { Log }, ({ log }) => log),
    // @ts-expect-error -- a symbol stands for nothing
    recipe(Log, { Log: Symbol('Log') }, ({ log }) => log),
    // @ts-expect-error -- a need is missing
    () => makeGreeter({ clock }),
  ];

  t.is(wrong.length, 6);
});

test('a token is the same symbol for the same name, in every copy of the package', (t) => {
  const again: Token<Clock> = token<Clock>('test/Clock');

  t.is<symbol, symbol>(again, Clock);
  t.is<symbol, symbol>(Clock, Symbol.for('@hundi/test/Clock'));
  t.not<symbol, symbol>(Clock, Log);
});
