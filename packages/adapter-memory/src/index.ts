/**
 * Storage in memory, for test suites: the same promises as a database, none of the waiting.
 *
 * @packageDocumentation
 */
export { memoryStorage } from './memory-storage.js';
