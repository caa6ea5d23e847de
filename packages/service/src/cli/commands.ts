import type { Listed } from './command/command.js';

/** Every command, in the order of the help. */
export const COMMANDS: ReadonlyArray<Listed> = [
  {
    name: 'serve',
    summary: 'runs the service until it gets the signal to stop',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'check',
    summary: 'finds out whether the service would start with these settings',
    load: async () => (await import('./commands/check.js')).check,
  },
  {
    name: 'migrate',
    summary: 'brings the schema of the database up to date, or prints the SQL that does',
    load: async () => (await import('./commands/migrate.js')).migrate,
  },
  {
    name: 'provision',
    summary: 'applies a provision document, or prints what it would change',
    load: async () => (await import('./commands/provision.js')).provision,
  },
  {
    name: 'payouts',
    summary:
      'lists payouts that are stuck at the bank, or finds one by a reference, at all corporates',
    load: async () => (await import('./commands/payouts.js')).payouts,
  },
  {
    name: 'incidents',
    summary: 'lists what a person should look at, at all corporates',
    load: async () => (await import('./commands/incidents.js')).incidents,
  },
  {
    name: 'files',
    summary: 'lists the files between the service and the bank, and their state',
    load: async () => (await import('./commands/files.js')).files,
  },
  {
    name: 'backlog',
    summary: 'prints how far the background work is behind',
    load: async () => (await import('./commands/backlog.js')).backlog,
  },
  {
    name: 'review list',
    summary: 'lists payouts that the guard before sending holds, at all corporates',
    load: async () => (await import('./commands/review-list.js')).reviewList,
  },
  {
    name: 'review release',
    summary: 'sends a payout that the guard holds, once two operators say so',
    load: async () => (await import('./commands/review-decide.js')).reviewRelease,
  },
  {
    name: 'review refuse',
    summary: 'ends a payout that the guard holds, once two operators say so',
    load: async () => (await import('./commands/review-decide.js')).reviewRefuse,
  },
  {
    name: 'people reinstate',
    summary: 'reinstates a user whom the people of their corporate cannot',
    load: async () => (await import('./commands/people-reinstate.js')).peopleReinstate,
  },
  {
    name: 'people reset-factors',
    summary: 'removes the second factors of a user who lost them',
    load: async () => (await import('./commands/people-reset-factors.js')).peopleResetFactors,
  },
  {
    name: 'sandbox',
    summary: 'serves a sandbox on a free port, for test suites in any language',
    load: async () => (await import('./commands/sandbox.js')).sandbox,
  },
  {
    name: 'batch submit',
    summary: 'checks a file of payments, JSON, CSV or .xlsx, and submits it once',
    load: async () => (await import('./commands/batch-submit.js')).batchSubmit,
  },
  {
    name: 'job watch',
    summary: 'follows the intake of a batch to its end',
    load: async () => (await import('./commands/job-watch.js')).jobWatch,
  },
  {
    name: 'webhooks listen',
    summary: 'receives webhooks, verifies and prints them, and hands them on',
    load: async () => (await import('./commands/webhooks-listen.js')).webhooksListen,
  },
  {
    name: 'keys list',
    summary: 'lists the keys of a corporate, for a person who logs in',
    load: async () => (await import('./commands/keys-list.js')).keysList,
  },
  {
    name: 'keys create',
    summary: 'makes a key and prints it once, or writes it to a file',
    load: async () => (await import('./commands/keys-create.js')).keysCreate,
  },
  {
    name: 'keys rotate',
    summary: 'makes a key that replaces another one',
    load: async () => (await import('./commands/keys-rotate.js')).keysRotate,
  },
  {
    name: 'keys revoke',
    summary: 'ends a key',
    load: async () => (await import('./commands/keys-revoke.js')).keysRevoke,
  },
  {
    name: 'journal verify',
    summary: 'proves every journal of the database, its signatures, and its archive',
    load: async () => (await import('./commands/journal-verify.js')).journalVerify,
  },
  {
    name: 'journal evidence',
    summary: 'prints what shows who approved a payout, for auditors to verify',
    load: async () => (await import('./commands/journal-evidence.js')).journalEvidence,
  },
  {
    name: 'archive',
    summary: 'moves what is old out of the database, into files',
    load: async () => (await import('./commands/archive.js')).archive,
  },
  {
    name: 'kek rotate',
    summary: 'seals what the database keeps under the first key of HUNDI_KEK',
    load: async () => (await import('./commands/kek-rotate.js')).kekRotate,
  },
  {
    name: 'completion',
    summary: 'prints a script by which bash or zsh completes these commands and their options',
    load: async () => (await import('./commands/completion.js')).completionOf(COMMANDS),
  },
];
