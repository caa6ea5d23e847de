import { batchScenarios } from './batch-scenarios.js';
import { groupScenarios } from './group-scenarios.js';
import { idempotencyScenarios } from './idempotency-scenarios.js';
import { limitScenarios } from './limit-scenarios.js';
import { referenceScenarios } from './reference-scenarios.js';
import { rejectionScenarios } from './rejection-scenarios.js';
import { scheduleScenarios } from './schedule-scenarios.js';
import type { Scenario } from './scenario.js';

/** Every use case, to be run on every storage that the engine is to keep its promises on. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...batchScenarios,
  ...rejectionScenarios,
  ...groupScenarios,
  ...limitScenarios,
  ...idempotencyScenarios,
  ...referenceScenarios,
  ...scheduleScenarios,
];
