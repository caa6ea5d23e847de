import test from 'ava';
import { token, type Token } from '../kernel/token.js';
import { recipe, resolveAll, type Made } from './recipe.js';
import { recipeBook, singletons } from './singletons.js';

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

const makeGreeter = (clock: Clock, log: Log): Greeter => ({
  greet: () => {
    log.write('greeted');
    return `it is ${String(clock.now())}`;
  },
});

const greeters = { greeter: recipe(Greeter, makeGreeter, [Clock, Log]) };
const book = recipeBook(Object.values(greeters));

test('a factory gets the values of its tokens, in order, and its name is that of the table', (t) => {
  const lines: string[] = [];
  const clock: Clock = { now: () => 7 };
  const log: Log = { write: (line) => void lines.push(line) };
  const given = new Map<symbol, unknown>([
    [Clock, clock],
    [Log, log],
  ]);

  const { greeter } = resolveAll(greeters, singletons(book, given));

  t.is(greeter.greet(), 'it is 7');
  t.deepEqual(lines, ['greeted']);
});

test('wrong tokens and wrong names do not compile', (t) => {
  const wrong = [
    // @ts-expect-error -- the tokens are swapped
    recipe(Greeter, makeGreeter, [Log, Clock]),
    // @ts-expect-error -- a token is missing
    recipe(Greeter, makeGreeter, [Clock]),
    // @ts-expect-error -- there is a token too many
    recipe(Greeter, makeGreeter, [Clock, Log, Log]),
    // @ts-expect-error -- the factory makes something else
    recipe(Clock, makeGreeter, [Clock, Log]),
    // @ts-expect-error -- a symbol stands for nothing
    recipe(Greeter, makeGreeter, [Clock, Symbol('Log')]),
  ];
  // @ts-expect-error -- the table has no such name
  const name: keyof Made<typeof greeters> = 'greeting';

  t.is(wrong.length, 5);
  t.false(name in greeters);
});

test('a token is the same symbol for the same name, in every copy of the package', (t) => {
  const again: Token<Clock> = token<Clock>('test/Clock');

  t.is<symbol, symbol>(again, Clock);
  t.is<symbol, symbol>(Clock, Symbol.for('@hundi/test/Clock'));
  t.not<symbol, symbol>(Clock, Log);
});
