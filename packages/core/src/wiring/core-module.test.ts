import test from 'ava';
import { Container } from 'inversify';
import * as tokensOf from '../entries/inversify.js';
import * as main from '../index.js';
import { coreModule } from './core-module.js';
import { createHundi, hundiFrom, useCaseOf, type Ports } from '../index.js';
import type { Token } from '../kernel/token.js';
import { CHANGES, DUTIES, USE_CASES } from './use-cases.js';

const core = { ...main, ...tokensOf };

const PORTS = [
  'Storage',
  'Clock',
  'Entropy',
  'Pacer',
  'Sealer',
  'BankRail',
  'SendMark',
  'BankDirectory',
  'Mailer',
  'WebhookSender',
  'CardAcquirer',
  'HostedPages',
  'Notifications',
  'Passkeys',
  'PolicyMark',
  'SendGuard',
] as const;

/** Every token that the package exports, by its exported name. */
const tokens = Object.entries<unknown>(core).flatMap(([name, one]) =>
  typeof one === 'symbol' ? [[name, one as Token<object>] as const] : [],
);

/** Ports that answer nothing: all that is asked while the engine is put together is what the rail declares. */
const nothing = {} as never;
const rail = { traits: {} };
const aContainer = (own: Readonly<Partial<Record<(typeof PORTS)[number], object>>> = {}) => {
  const container = new Container();
  container.load(coreModule);
  for (const name of PORTS)
    container.bind<object>(core[name]).toConstantValue({ BankRail: rail, ...own }[name] ?? {});
  return container;
};

test('the package exports tokens of ports, use cases and duties', (t) => {
  const names = tokens.map(([name]) => name);

  for (const name of [...PORTS, 'AcceptBatch', 'Provision', 'ProcessJobs'])
    t.true(names.includes(name));
});

test('the entry for containers has the token of each use case and duty', (t) => {
  const given = new Set<symbol>(tokens.map(([, one]) => one));
  for (const { service } of [...Object.values({ ...CHANGES, ...USE_CASES }), ...DUTIES])
    t.true(given.has(service), service.description);
});

for (const [name, one] of tokens) {
  test(`${name} resolves, and its function has the same name`, (t) => {
    t.truthy(aContainer().get<object>(one));
    t.is(Symbol.keyFor(one), `@hundi/${name}`);
  });
}

test('each service that the module binds is made once', (t) => {
  const container = aContainer();

  t.is(container.get<object>(core.AcceptBatch), container.get<object>(core.AcceptBatch));
});

test('a missing port is named when it is asked for', (t) => {
  const container = aContainer();
  container.unbind(core.Sealer);

  const error = t.throws(() => container.get<object>(core.ListEvents));
  t.regex(error.message, /@hundi\/Sealer/);
});

const ports: Ports = {
  storage: nothing,
  clock: nothing,
  entropy: nothing,
  pacer: nothing,
  sealer: nothing,
  bankRail: rail as never,
  sendMark: nothing,
  bankDirectory: nothing,
  mailer: nothing,
  webhookSender: nothing,
  cardAcquirer: nothing,
  hostedPages: nothing,
  notifications: nothing,
  passkeys: nothing,
  policyMark: nothing,
  sendGuard: nothing,
};

test('entropy of more or fewer bytes than were asked for makes no code, key or secret', async (t) => {
  for (const length of [2, 99]) {
    const entropy = { bytes: () => new Uint8Array(length) };
    const loaded = hundiFrom(aContainer({ Entropy: entropy }));
    for (const engine of [createHundi({ ...ports, entropy }), loaded])
      await t.throwsAsync(async () => engine.requestLogin({ email: 'maker@acme.example' }), {
        instanceOf: TypeError,
        message: new RegExp(`^Entropy.bytes\\(\\d+\\) answered ${String(length)} bytes`),
      });
  }
});

test('an error says which use case it came out of, also of one that takes no input', async (t) => {
  const names = ['getProfile', 'logout', 'getBacklog', 'askBeforeSending'] as const;
  for (const engine of [createHundi(ports), hundiFrom(aContainer())])
    for (const name of names) {
      const useCase = engine[name] as (asked?: object) => Promise<unknown>;
      t.is(useCaseOf(await t.throwsAsync(useCase({}), undefined, name)), name);
    }
});

test('the engine is the same from a container and from plain ports', (t) => {
  const own = createHundi(ports);
  const loaded = hundiFrom(aContainer());

  t.deepEqual(Object.keys(own), Object.keys(loaded));
  const { duties, featuresOff, ...functions } = own;
  t.deepEqual(featuresOff, loaded.featuresOff);
  for (const part of Object.values(functions)) t.is(typeof part, 'function');
  t.deepEqual(
    duties.map(({ name }) => name),
    loaded.duties.map(({ name }) => name),
  );
});
