import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { description, portalDescription } from '../testing/description.js';
import { comeIn } from '../testing/portal.js';
import { serve, type Served } from '../testing/serve.js';
import type { OpenApi, Parameter, Schema } from './model.js';

const parametersOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters }) =>
      parameters
        .filter((one): one is Parameter => !('$ref' in one))
        .map((parameter) => ({ path, parameter })),
    ),
  );

const lists = [...parametersOf(description), ...parametersOf(portalDescription)].filter(
  ({ parameter }) => parameter.schema['type'] === 'array',
);

/** Two values of each list, and what else its route needs. */
const SAMPLES: Readonly<Record<string, readonly [values: string, rest: string]>> = {
  types: ['transaction.paid,beneficiary.*', ''],
  packages: ['VENDOR,SALARY', '&initiatedByUserId=u-maker'],
  paymentMethods: ['NEFT,IMPS', '&initiatedByUserId=u-maker'],
};

test('the lists that a query takes are those of the feed, of the reports and of the list of payouts', (t) => {
  t.deepEqual(
    lists.map(({ path, parameter }) => `${path} ${parameter.name}`),
    [
      '/v1/partner/reports/transactions packages',
      '/v1/partner/reports/transactions paymentMethods',
      '/v1/partner/events types',
      '/portal/v1/transactions packages',
      '/portal/v1/transactions paymentMethods',
      '/portal/v1/reports/transactions packages',
      '/portal/v1/reports/transactions paymentMethods',
    ],
  );
});

/** Calls the portal with a session of acme's maker. */
const getAsMaker = async (served: Served) => {
  const maker = await comeIn(served, 'maker@acme.example');
  return (url: string) => maker.get(url.replace('/portal/v1', ''));
};

for (const { path, parameter } of lists) {
  const { name } = parameter;
  const [values = '', rest = ''] = SAMPLES[name] ?? [];

  test(`${name} of ${path} is described as a list between commas, and its route reads it so and in no other way`, async (t) => {
    const served = await serve(t, memoryStorage());
    const get = path.startsWith('/portal/')
      ? await getAsMaker(served)
      : (url: string) => served.get(url);
    t.like(parameter, { in: 'query', style: 'form', explode: false });
    t.like(parameter.schema, { type: 'array', minItems: 1, items: { type: 'string' } });

    t.is((await get(`${path}?${name}=${values}${rest}`)).status, 200);
    const again = values.replace(',', `&${name}=`);
    t.is((await get(`${path}?${name}=${again}${rest}`)).status, 400);
    t.is((await get(`${path}?${name}=${rest}`)).status, 400);
    const tooMany = Array.from({ length: Number(parameter.schema['maxItems']) + 1 }, () => '*');
    t.is((await get(`${path}?${name}=${tooMany.join(',')}${rest}`)).status, 400);
  });
}

/** Every schema of a member that an object names, by its place. */
const membersIn = (value: unknown, place = ''): ReadonlyArray<readonly [string, Schema]> => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, one]) => [
    ...(place.endsWith('/properties') ? [[`${place}/${key}`, one as Schema] as const] : []),
    ...membersIn(one, `${place}/${key}`),
  ]);
};

for (const { components, info } of [description, portalDescription]) {
  test(`${info.title}: every web and mail address says its format, or the pattern of what was kept`, (t) => {
    const members = membersIn(components.schemas);
    const named = (end: RegExp) => members.filter(([place]) => end.test(place));

    t.true(named(/url$/i).length > 0);
    for (const [place, schema] of named(/url$/i)) t.is(schema['format'], 'uri', place);
    t.true(named(/email$/i).length > 0);
    for (const [place, { format, pattern }] of named(/email$/i))
      t.true(format === 'email' || typeof pattern === 'string', place);
  });
}
