import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import test from 'ava';
import type { Registry } from 'prom-client';
import { parse } from 'yaml';
import { everyMetric } from '../reference/every-metric.js';

const ROOT = new URL('../../../../', import.meta.url);
const text = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

interface Rules {
  readonly groups: ReadonlyArray<{
    readonly rules: ReadonlyArray<{
      readonly alert: string;
      readonly expr: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations: Readonly<Record<string, string>>;
    }>;
  }>;
}

interface Dashboard {
  readonly panels: ReadonlyArray<{
    readonly title: string;
    readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
    readonly targets?: ReadonlyArray<{ readonly expr: string; readonly legendFormat: string }>;
  }>;
}

const rulesOf = async (path: string) =>
  (parse(await text(path)) as Rules).groups.flatMap(({ rules }) => rules);

const rules = await rulesOf('deploy/alerts.yaml');
const securityRules = await rulesOf('packages/service/docs/security-alerts.yml');
const { panels } = JSON.parse(await text('deploy/grafana-dashboard.json')) as Dashboard;
const targets = panels.flatMap(({ title, targets: some = [] }) =>
  some.map((target) => ({ title, ...target })),
);

/** The labels of each time series that a scrape of the service has, by its name. */
const seriesOf = async (registry: Registry): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const types = new Map(
    (await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]),
  );
  const metrics = registry.getMetricsAsArray() as unknown as ReadonlyArray<{
    readonly name: string;
    readonly labelNames: ReadonlyArray<string>;
  }>;
  return new Map(
    metrics.flatMap(({ name, labelNames }) =>
      types.get(name) === 'histogram'
        ? ['_bucket', '_count', '_sum'].map(
            (end) => [name + end, new Set([...labelNames, 'le'])] as const,
          )
        : [[name, new Set(labelNames)] as const],
    ),
  );
};
const series = await seriesOf(everyMetric());

/** Labels that Prometheus itself puts on each time series. */
const OF_PROMETHEUS = ['instance', 'job'];

/** What is wrong with an expression: it does not parse, or names a metric or a label that there is not. */
const faultsOf = (expr: string): ReadonlyArray<string> => {
  const faults: string[] = [];
  const named = new Set<string>();
  const labels: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      const word = expr.slice(from, to);
      if (type.isError) faults.push(`does not parse at ${String(from)}`);
      if (type.name === 'Identifier') named.add(word);
      if (type.name === 'LabelName') labels.push(word);
    },
  });
  if (named.size === 0) faults.push('names no metric');
  for (const name of named) if (!series.has(name)) faults.push(`there is no ${name}`);
  const known = [...named].flatMap((name) => [...(series.get(name) ?? [])]);
  for (const label of labels)
    if (![...known, ...OF_PROMETHEUS].includes(label)) faults.push(`no metric has ${label}`);
  return faults;
};

for (const { alert, expr, annotations, labels } of [...rules, ...securityRules]) {
  test(`the alert ${alert} is about figures that there are, and says what to do`, (t) => {
    t.deepEqual(faultsOf(expr), []);
    t.regex(labels['severity'] ?? '', /^(?:warning|critical)$/);
    t.true((annotations['summary'] ?? '').length > 20);
  });
}

for (const { title, expr, legendFormat } of targets) {
  test(`the panel ${title} shows figures that there are: ${legendFormat}`, (t) => {
    t.deepEqual(faultsOf(expr), []);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    t.deepEqual(
      shown.filter((label) => !expr.includes(label) && !OF_PROMETHEUS.includes(label)),
      [],
    );
  });
}

test('every metric of the engine is on the dashboard', (t) => {
  const shown = targets.map(({ expr }) => expr).join(' ');
  // Work that waits for a later day is no sign of anything; the moment of a restore stands in /readyz.
  const left = ['hundi_work_waiting', 'hundi_asks_before_sending_up_to_seconds'];
  const missing = [...series.keys()]
    .filter((name) => name.startsWith('hundi_') && !/_(?:count|sum)$/.test(name))
    .map((name) => name.replace(/_bucket$/, ''))
    .filter((name) => !shown.includes(name) && !left.includes(name));

  t.deepEqual(missing, []);
});

test('no two alerts have one name, and no two panels one place', (t) => {
  const names = [...rules, ...securityRules].map(({ alert }) => alert);
  const places = panels.map(({ gridPos: { x, y } }) => `${String(x)}/${String(y)}`);

  t.is(new Set(names).size, names.length);
  t.is(new Set(places).size, places.length);
});

test('a metric, a label or a bracket that there is not is found', (t) => {
  t.deepEqual(faultsOf('max(hundi_payouts_unknown'), ['does not parse at 25']);
  t.deepEqual(faultsOf('max(hundi_payouts_unknwon)'), ['there is no hundi_payouts_unknwon']);
  t.deepEqual(faultsOf('sum by (dutty) (hundi_work_due)'), ['no metric has dutty']);
  t.deepEqual(faultsOf('1 > 0'), ['names no metric']);
});
