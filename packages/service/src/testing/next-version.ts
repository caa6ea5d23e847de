// Preloaded into a process: it is of the version after this one, whose schema has one step more.
import { register } from 'node:module';

interface Step {
  (words: { readonly text: string; readonly int: string }): ReadonlyArray<string>;
}

/** Changes the tables that a payment goes through, as a step does that adds. */
const nextStep: Step = ({ text, int }) => [
  `ALTER TABLE payouts ADD COLUMN next_version ${int} DEFAULT 7`,
  `ALTER TABLE jobs ADD COLUMN next_version ${text}`,
  `ALTER TABLE work ADD COLUMN next_version ${int}`,
  `ALTER TABLE journal ADD COLUMN next_version ${text} DEFAULT 'next'`,
  `CREATE TABLE next_version (one ${int} NOT NULL)`,
  'CREATE INDEX jobs_next_version ON jobs (next_version)',
];
const isAdditive = process.env['HUNDI_TEST_NEXT_STEP'] === 'additive';

/** Adds the step at the end of the module that holds the list, which it does not export. */
const hook = `
export const load = async (url, context, next) => {
  const loaded = await next(url, context);
  return url.endsWith('/adapter-knex/dist/esm/index.js')
    ? {
        ...loaded,
        source: loaded.source + ${JSON.stringify(
          `\n;MIGRATIONS.push(Object.assign(${nextStep.toString()}, ${isAdditive ? '{ isAdditive: true }' : '{}'}));`,
        )},
      }
    : loaded;
};
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
