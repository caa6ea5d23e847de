/**
 * The engine for a host with an inversify container of its own. It stands apart from the package's main entry, so that
 * only such a host loads inversify, and the copy that it loads is its own.
 *
 * @packageDocumentation
 */

export { coreModule, portsModule } from '../wiring/core-module.js';
