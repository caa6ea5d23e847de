import pg from 'pg';
import sqlite3 from 'sqlite3';
import type { Pass } from './crash-points.js';

const MAKES = /^\s*(CREATE|ALTER)\s/;

type AnyMethod = (this: unknown, ...args: unknown[]) => unknown;

/** Lets every statement through that a driver is asked for; `meet` hears its text first. */
const listenIn = (methods: object, name: string, meet: (sql: string) => void): void => {
  const target = methods as Record<string, AnyMethod>;
  const original = target[name];
  if (original === undefined) throw new Error(`the driver has no ${name}`);
  target[name] = function (this: unknown, ...args) {
    const [query] = args;
    meet(typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text));
    return original.apply(this, args);
  };
};

/** Passes `in-migration` before each statement that changes the schema, on either database. */
export const crashInMigrations = (pass: Pass): void => {
  const meet = (sql: string): void => {
    if (MAKES.test(sql)) void pass('in-migration');
  };
  listenIn(sqlite3.Database.prototype, 'prepare', meet);
  listenIn(pg.Client.prototype, 'query', meet);
};
