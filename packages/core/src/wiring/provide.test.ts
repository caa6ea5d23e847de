import test from 'ava';
import { Container, ContainerModule } from 'inversify';
import { provide } from './provide.js';
import { token, type Token } from '../kernel/token.js';

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

/** A container with a clock, a log, and the greeter that is provided from them. */
const greeting = (lines: string[] = []): Container => {
  const container = new Container();
  container.load(
    new ContainerModule((options) => {
      provide(options, Greeter, makeGreeter, [Clock, Log]);
    }),
  );
  container.bind<Clock>(Clock).toConstantValue({ now: () => 7 });
  container.bind<Log>(Log).toConstantValue({ write: (line) => void lines.push(line) });
  return container;
};

test('a factory gets what its tokens stand for, in order', (t) => {
  const lines: string[] = [];

  t.is(greeting(lines).get<Greeter>(Greeter).greet(), 'it is 7');
  t.deepEqual(lines, ['greeted']);
});

test('what is provided is made once', (t) => {
  const container = greeting();

  t.is(container.get(Greeter), container.get(Greeter));
});

test('wrong tokens do not compile', (t) => {
  const module = new ContainerModule((options) => {
    // @ts-expect-error -- the tokens are swapped
    provide(options, Greeter, makeGreeter, [Log, Clock]);
    // @ts-expect-error -- a token is missing
    provide(options, Greeter, makeGreeter, [Clock]);
    // @ts-expect-error -- there is a token too many
    provide(options, Greeter, makeGreeter, [Clock, Log, Log]);
    // @ts-expect-error -- the factory makes something else
    provide(options, Clock, makeGreeter, [Clock, Log]);
    // @ts-expect-error -- a symbol stands for nothing
    provide(options, Greeter, makeGreeter, [Clock, Symbol('Log')]);
  });

  t.truthy(module);
});

test('a missing port is named when it is asked for', (t) => {
  const container = greeting();
  container.unbind(Log);

  const error = t.throws(() => container.get<Greeter>(Greeter));
  t.regex(error.message, /@hundi\/test\/Log/);
});

test('a token is the same symbol for the same name, in every copy of the package', (t) => {
  const again: Token<Clock> = token<Clock>('test/Clock');

  t.is<symbol, symbol>(again, Clock);
  t.is<symbol, symbol>(Clock, Symbol.for('@hundi/test/Clock'));
  t.not<symbol, symbol>(Clock, Log);
});
