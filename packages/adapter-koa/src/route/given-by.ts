import type { Person } from '@hundi/core';

/** The second factor that a person gave a short while ago, as use cases take it. */
export const givenBy = ({ givenFactor }: Person): Pick<Person, 'givenFactor'> =>
  givenFactor === undefined ? {} : { givenFactor };
