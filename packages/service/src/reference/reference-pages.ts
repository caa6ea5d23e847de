import { eventsPage } from './events-page.js';
import { everyMetric } from './every-metric.js';
import { incidentsPage } from './incidents-page.js';
import { metricsPage } from './metrics-page.js';
import { problemsPage } from './problems-page.js';
import { settingsPage } from './settings-page.js';
import { useCasesPage } from './use-cases-page.js';

/** Where the pages stand. */
export const REFERENCE = new URL('../../../../docs/reference/', import.meta.url);

/** The pages of `docs/reference/`, by their names: what the code says of itself. */
export const referencePages = async (): Promise<Readonly<Record<string, string>>> => ({
  'settings.md': settingsPage(),
  'metrics.md': await metricsPage(everyMetric()),
  'events.md': eventsPage(),
  'problems.md': problemsPage(),
  'incidents.md': incidentsPage(),
  'use-cases.md': useCasesPage(),
});
