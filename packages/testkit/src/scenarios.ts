/**
 * Use cases of the whole engine that hold on every storage, as data for any test runner.
 *
 * @packageDocumentation
 */

// Every scenario, each to be run on a fresh storage
export type { Scenario } from './scenarios/stage/scenario.js';
export { scenarios } from './scenarios/scenarios.js';

// Which use cases they have called
export { callsOn } from './scenarios/stage/calls.js';
