/** Where a node and what it needs stand. */
export interface NodePlace {
  readonly name: string;
  readonly folder: string;
  readonly data: string;
  /** Host and port of its PostgreSQL. */
  readonly postgres: string;
  /** Host and port of its REST API. */
  readonly rest: string;
  /** Host and port of the etcd of both nodes. */
  readonly etcd: string;
  /** The programs of PostgreSQL. */
  readonly binaries: string;
}

/** What both nodes share. Times are the ones that Patroni comes with: a leader that is gone is missed after 30 s. */
const SHARED = {
  ttl: 30,
  loop_wait: 10,
  retry_timeout: 10,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    // Data that a commit did not wait for must not reach the disk soon after by chance.
    // And the lost node needs what was written since it was lost.
    parameters: { wal_writer_delay: '10s', wal_keep_size: '8GB' },
  },
};

/** The configuration of a node of Patroni, which reads JSON as YAML. */
export const nodeSettings = (place: NodePlace): string => {
  const { name, folder, data, postgres, rest, etcd, binaries } = place;
  return JSON.stringify({
    scope: 'failover',
    name,
    etcd3: { host: etcd },
    restapi: { listen: rest, connect_address: rest },
    bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }] },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: data,
      bin_dir: binaries,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
      },
      basebackup: [{ checkpoint: 'fast' }],
      // The lost node comes back in any case: as a fresh copy where it cannot be rewound.
      remove_data_directory_on_rewind_failure: true,
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication replicator 127.0.0.1/32 trust',
      ],
    },
  });
};
