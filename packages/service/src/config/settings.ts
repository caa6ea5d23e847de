/** What an operator has to know of a setting. Texts are Markdown; links are as seen from `docs/`. */
export interface Setting {
  /** What holds if the setting is not given. */
  readonly fallback: string;
  readonly meaning: string;
}

/** Every setting that is read from the environment. One that is not here cannot be read. */
export const SETTINGS = {
  HOST: {
    fallback: '`127.0.0.1`',
    meaning: 'the address on which the service listens',
  },
  PORT: {
    fallback: '`3000`',
    meaning: 'the port on which the service listens; `0` takes a free one',
  },
  ADMIN_PORT: {
    fallback: 'none',
    meaning:
      'serves `/metrics`, `/readyz`, `/docs` and `/openapi.json` on this port of the same host, and no longer on `PORT`; `0` takes a free one. The log line `admin listening` names it',
  },
  TRUSTED_PROXIES: {
    fallback: 'none',
    meaning:
      'proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` the service trusts: addresses and networks (`10.0.0.0/8,192.0.2.7`), the number of proxies that every request passes, or `none`. Required with `SANDBOX=0`. See [Behind a proxy](security.md#behind-a-proxy)',
  },
  DATA_DIR: {
    fallback: '`.data`',
    meaning:
      "holds the embedded database, credentials, and the sandbox's own files, with mode 0600 in a directory of mode 0700; at the start the service sets these modes on existing files, too",
  },
  DATABASE_URL: {
    fallback: '`sqlite:DATA_DIR/hundi.db`',
    meaning:
      'or `postgres://user:password@host:port/name`. With `SANDBOX=0` a database on another host needs `?sslmode=verify-full`, and `&sslrootcert=FILE` for a CA of your own',
  },
  DATABASE_POOL: {
    fallback: '`16`',
    meaning:
      'connections of this process to PostgreSQL, from 2 to 1,000; requests and background work share them, and wait for a free one for 15 s. The sandbox bank takes two more, and a process with workers keeps one to hear of work that other processes add. `max_connections` of the server must hold the sum over all processes',
  },
  DATABASE_POOLER: {
    fallback: '`none`',
    meaning:
      'what stands between this process and PostgreSQL: `none`, or a pooler in `session` or `transaction` mode. See [Behind PgBouncer](operating.md#behind-pgbouncer)',
  },
  DATABASE_DIRECT_URL: {
    fallback: 'none',
    meaning:
      'leads to the same database past a pooler in `transaction` mode; a process with workers keeps one connection by it, to hear of work that other processes add',
  },
  PROVISION_FILE: {
    fallback: '[provision/demo.json](../packages/service/provision/demo.json)',
    meaning:
      'banks, corporates, people, packages, keys, payees; applied at every start; applying the same document again changes nothing. A document with an unknown or duplicate member is refused',
  },
  PUBLIC_URL: {
    fallback: 'the listening address',
    meaning:
      'base address of hosted pages and links, as browsers see it. The cookies of pages require https, except in the sandbox on a loopback host',
  },
  PORTAL_PAGES: {
    fallback: '`1`',
    meaning:
      'whether the service has the pages under `/portal` for the people of its corporates; `0` leaves them out, for a bank with a portal of its own. See [Work in the portal](portal-pages.md)',
  },
  HUNDI_KEK: {
    fallback: 'made on first start, kept in `DATA_DIR/hundi.kek` (sandbox only)',
    meaning:
      '32 bytes in base64: seals secret keys, webhook secrets and kept answers. Also `new,old`, at most four keys: seals with the first, opens with any ([rotate the KEK](operating.md#rotate-the-kek)). A start ends with exit code 2 if no key, or not every key that the database needs, is listed',
  },
  SMTP_URL: {
    fallback: 'none',
    meaning:
      "`smtp://` or `smtps://`, with `user:password@` if the server requires them: the server that sends the mails. Their sender is the user if that is an address, else `no-reply@` the host of `PUBLIC_URL`. Without this setting the sandbox's mailbox keeps the mails; without a sandbox they are dropped, which the service logs. With `SANDBOX=0` mails leave the machine over TLS only, with a certificate that is valid for the server's name",
  },
  NOTIFICATIONS: {
    fallback: '`1`',
    meaning:
      'whether people are mailed of what waits for them, of what of it expires, and of payouts of theirs that were rejected or failed; `0` mails nobody of these. Without a mail server and a sandbox nobody is mailed either. See [Mails to people](portal.md#mails-to-people)',
  },
  ALLOW_PLAINTEXT: {
    fallback: 'none',
    meaning:
      'with `SANDBOX=0`, the services that may be reached over a network without verified TLS: `postgres`, `smtp`, or both with a comma',
  },
  SANDBOX: {
    fallback: '`1`',
    meaning:
      '`0` removes `/sandbox` and the test clock, and requires `BANK_RAIL`, `HUNDI_KEK`, `PROVISION_FILE`, an https `PUBLIC_URL` and `TRUSTED_PROXIES`',
  },
  BANK_RAIL: {
    fallback: 'the sandbox bank',
    meaning:
      'path of an ES module whose default export makes the rail; or `iso20022-folder`: orders and answers go as files through `RAIL_FOLDER`. See [Connect your bank by files](iso20022.md#connect-your-bank-by-files)',
  },
  RAIL_FOLDER: {
    fallback: '`DATA_DIR/bank`',
    meaning:
      'with `BANK_RAIL=iso20022-folder`: the folder of `out`, `in`, `done` and `refused`, which are on one file system and of this service alone. It is made on first use, with mode 0700',
  },
  RAIL_PEER: {
    fallback: '`sandbox` with `SANDBOX=1`, else `none`',
    meaning:
      'with `BANK_RAIL=iso20022-folder`: `sandbox` has the sandbox bank answer, `none` leaves the other side of the folder to somebody else',
  },
  SEND_MARK: {
    fallback: '`DATA_DIR/send-mark`',
    meaning:
      'file that records how far sending has come; see [Restoring a backup](backup.md). The service keeps `….policies` and, with `BANK_RAIL=iso20022-folder`, `….ledger` beside it',
  },
  RECONCILE_ONLY: {
    fallback: '`0`',
    meaning:
      'with `1`, the service asks the bank about every payment that exists at the start before it sends that payment',
  },
  CARD_ACQUIRER: {
    fallback: "the sandbox's",
    meaning:
      'path of an ES module whose default export makes a `CardAcquirer`; needed with `SANDBOX=0` if the document has secret keys. Without one the service takes no cards: it has no card checkout and no payment links',
  },
  WORKERS: {
    fallback: '`1`',
    meaning: 'background workers in this process; `0` serves HTTP only',
  },
  WEBHOOK_REFUSED_NETWORKS: {
    fallback: 'none',
    meaning:
      'your own networks with public addresses (`203.0.114.0/24,2a00:1::/32`): the service registers no webhook for a host there and sends none to it. It always refuses private, local and special networks, and addresses that clouds reserve for their own services',
  },
  MAX_CONNECTIONS: {
    fallback: '`2000`',
    meaning:
      'how many sockets of each port are served at once. Up to 511 further ones wait, unread, until one of these ends; the service closes what comes beyond them at once, without an answer. Allow the process to open a thousand files more (`ulimit -n`). The service closes a connection that is silent, sends too slowly or stops half way within 15 s, and one whose client takes less than 72 KiB of its answers in 15 s',
  },
  RATE_LIMITS: {
    fallback: '`reads=500,writes=200`',
    meaning:
      "rates a second, or `off`. On PostgreSQL all processes on the database share them. `reads` and `writes`: calls of one key, in bursts of twice as many; a page of more than 100 records counts as a read for each 25 of them, and what needs no key counts by network, as reads, in each process. `logins=2`: logins from one network, in bursts of a minute's worth. `codes=1`: requests for codes from one network for one address, tries at one login, and forms of one browser on one page, in bursts of 100 seconds' worth. `bytes=16777216`: bytes of bodies above 4 KiB of one key, in bursts of four times as many",
  },
  LOG_LEVEL: {
    fallback: '`info`',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`',
  },
} as const satisfies Readonly<Record<string, Setting>>;
export type SettingName = keyof typeof SETTINGS;
