import type { Clock, Storage } from '@hundi/core';
import { openExisting } from '../../database/open-existing.js';
import type { Given, Surroundings } from '../command/command.js';
import { databaseOf } from './database-of.js';

/** Reads the database that a command line names, beside the services that use it. @throws Misused, StartRefused */
export const reading = async <A>(
  given: Given,
  around: Surroundings,
  read: (ports: { readonly storage: Storage; readonly clock: Clock }) => Promise<A>,
): Promise<A> => {
  const { place, pooler } = databaseOf(given, around);
  const { storage, openClock, close } = await openExisting(place, pooler, 'read');
  try {
    return await read({ storage, clock: await openClock() });
  } finally {
    await close();
  }
};
