/**
 * Storage in memory, for test suites: the same promises as a database, none of the waiting.
 *
 * @packageDocumentation
 */
export { memoryStorage, type MemoryStorage } from './memory-storage.js';
