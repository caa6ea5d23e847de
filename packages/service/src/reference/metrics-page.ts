import type { Registry } from 'prom-client';
import { code, page, table } from './markdown.js';

/** A metric as the registry describes it; the labels are on the metric itself. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labels: ReadonlyArray<string>;
}

const describe = async (registry: Registry): Promise<ReadonlyArray<Described>> => {
  const types = new Map(
    (await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]),
  );
  const metrics = registry.getMetricsAsArray() as unknown as ReadonlyArray<{
    readonly name: string;
    readonly help: string;
    readonly labelNames: ReadonlyArray<string>;
  }>;
  return metrics
    .filter(({ name }) => name.startsWith('hundi_'))
    .map(({ name, help, labelNames }) => ({
      name,
      help,
      type: types.get(name) ?? '',
      labels: labelNames,
    }));
};

const rows = (metrics: ReadonlyArray<Described>) =>
  metrics.map(({ name, type, labels, help }) => [
    code(name),
    [type, ...(labels.length === 0 ? [] : [labels.map(code).join(', ')])].join('; '),
    help,
  ]);

/** Every metric of the engine in the registry of a service. Those of the process differ from system to system. */
export const metricsPage = async (registry: Registry): Promise<string> => {
  const metrics = await describe(registry);
  return page(
    'Metrics',
    '`/metrics` speaks the text format of Prometheus. [Operating](../operating.md#what-is-measured) says who may read it, and which alerts to begin with.',
    table(['Metric', 'Type; labels', 'Measures'], rows(metrics)),
    'Further metrics, `process_*` and `nodejs_*`, show memory, CPU, open files, the lag of the event loop and garbage collection of the process. Their list depends on the operating system.',
  );
};
