import { readFile } from 'node:fs/promises';
import test from 'ava';
import { Container } from 'inversify';
import { createHundi, FeatureOff, hundiFrom, type OptionalPort, type Ports } from '../index.js';
import { CreateWebhookEndpoint, DeliverWebhooks } from '../entries/inversify.js';
import { coreModule, portsModule } from './core-module.js';
import { GuardedMailer } from '../app/duty/guarded-mailer.js';
import { Features, FEATURES, OPTIONAL_PORTS } from '../kernel/use-case/feature-off.js';
import { DUTIES_OF } from './features.js';
import { OPTIONAL_PORT_TOKENS } from './ports.js';
import { tokenOf } from '../kernel/token.js';
import { CHANGES, USE_CASES } from './use-cases.js';

/** A port that fails the test when it is called: nothing may be read, written or sent. */
const untouched = new Proxy(
  {},
  {
    get: (_port, member) =>
      // A container waits for promises: a port is none.
      member === 'then'
        ? undefined
        : () => {
            throw new Error(`${String(member)} was called`);
          },
  },
) as never;

const required: Ports = {
  storage: untouched,
  bankRail: untouched,
  bankDirectory: untouched,
  clock: { now: () => 0 },
  entropy: untouched,
  pacer: untouched,
  sealer: untouched,
  sendMark: untouched,
};

const without = (missing: ReadonlyArray<OptionalPort>): Ports => ({
  ...required,
  ...Object.fromEntries(
    OPTIONAL_PORTS.filter((port) => !missing.includes(port)).map((port) => [port, untouched]),
  ),
});

type UseCases = Readonly<Record<string, (...input: ReadonlyArray<unknown>) => Promise<unknown>>>;

const useCasesOf = (ports: Ports): UseCases => createHundi(ports) as unknown as UseCases;

/** The services as which use cases have a port. */
const GUARDED_AS: Readonly<Record<OptionalPort, ReadonlyArray<symbol>>> = {
  webhookSender: [],
  hostedPages: [],
  cardAcquirer: [],
  mailer: [GuardedMailer],
  notifications: [],
};

/** Use cases that are off without a port that others use for them. */
const ALSO_OFF: Partial<Readonly<Record<OptionalPort, ReadonlyArray<string>>>> = {
  notifications: ['getNotificationSettings', 'putNotificationSettings'],
};

const recipes = [...Object.entries(CHANGES), ...Object.entries(USE_CASES)];

const namesOf = (ports: Ports) => createHundi(ports).duties.map(({ name }) => name);

test('with every port no feature is off', (t) => {
  t.is(createHundi(without([])).featuresOff.size, 0);
});

test('without any of the ports every feature is off, and names the first port that it needs', (t) => {
  const { featuresOff } = createHundi(required);

  t.deepEqual([...featuresOff.keys()], [...FEATURES]);
  t.deepEqual(
    [...featuresOff.values()],
    [
      FeatureOff('webhooks', 'webhookSender'),
      FeatureOff('portal', 'mailer'),
      FeatureOff('payout-checkout', 'hostedPages'),
      FeatureOff('collection-checkout', 'cardAcquirer'),
      FeatureOff('payment-links', 'cardAcquirer'),
      FeatureOff('notifications', 'mailer'),
    ],
  );
});

for (const port of OPTIONAL_PORTS) {
  const tokens: ReadonlyArray<symbol> = [OPTIONAL_PORT_TOKENS[port], ...GUARDED_AS[port]];
  const also = ALSO_OFF[port] ?? [];
  const needing = recipes.filter(
    ([name, { dependencies }]) =>
      also.includes(name) || dependencies.some(([, one]) => tokens.includes(tokenOf(one))),
  );

  test(`without ${port}, each use case that is made of it refuses, and touches nothing`, async (t) => {
    const engine = useCasesOf(without([port]));

    t.true(needing.length > 0);
    for (const [name] of needing)
      t.like(await engine[name]?.(), { left: { _tag: 'FeatureOff', port } }, name);
  });

  test(`without ${port}, the duties that are made of it do not run, and all others do`, (t) => {
    const off: ReadonlyArray<string> = DUTIES_OF[port];

    t.deepEqual(
      namesOf(without([port])),
      namesOf(without([])).filter((name) => !off.includes(name)),
    );
  });
}

test('a container without the ports is the same engine, whatever is asked for by its token', async (t) => {
  const container = new Container();
  container.load(coreModule, portsModule(required));

  t.deepEqual(hundiFrom(container).featuresOff, createHundi(required).featuresOff);
  t.deepEqual(
    hundiFrom(container).duties.map(({ name }) => name),
    namesOf(required),
  );
  const create = container.get<CreateWebhookEndpoint>(CreateWebhookEndpoint);
  t.like(await create({} as never, {} as never), { left: FeatureOff('webhooks', 'webhookSender') });
  t.throws(() => container.get<object>(DeliverWebhooks), { message: /@hundi\/WebhookSender/ });
});

test('the page on embedding lists the use cases of each feature', async (t) => {
  const engine = useCasesOf(required);
  const known: string[] = [];
  for (const [name, { dependencies }] of recipes) {
    if (!dependencies.some(([, one]) => tokenOf(one) === Features)) continue;
    const refused = (await engine[name]?.()) as { readonly left: FeatureOff } | undefined;
    known.push(`${refused?.left.feature} ${name}`);
  }
  const page = await readFile(new URL('../../../../docs/embedding.md', import.meta.url), 'utf8');
  const listed = page.split('\n').flatMap((line) => {
    const [, feature = '', , names = ''] = line.split('|');
    const [, called = ''] = /^ `([a-z-]+)` $/.exec(feature) ?? [];
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => `${called} ${name}`);
  });

  t.deepEqual(listed.filter((one) => !one.startsWith(' ')).toSorted(), known.toSorted());
});
