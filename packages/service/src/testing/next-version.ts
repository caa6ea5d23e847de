// Preloaded into a process: it is of the version after this one, whose schema has one step more.

interface Step {
  (words: { readonly text: string; readonly int: string }): ReadonlyArray<string>;
  isAdditive?: true;
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
if (process.env['HUNDI_TEST_NEXT_STEP'] === 'additive') nextStep.isAdditive = true;

const list = new URL(
  '../../../../packages/adapter-knex/dist/schema/migrations.js',
  import.meta.url,
);
const { MIGRATIONS } = (await import(list.href)) as { readonly MIGRATIONS: Step[] };
MIGRATIONS.push(nextStep);
