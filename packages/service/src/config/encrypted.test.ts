import test from 'ava';
import { needsTls, unencrypted, type Plaintext } from './encrypted.js';

const faultsOf = (url: string, allowed: ReadonlyArray<Plaintext> = []): number =>
  unencrypted({ database: { kind: 'postgres', url } }, allowed).length;

test('a PostgreSQL on another host is asked by verified TLS only', (t) => {
  for (const query of [
    '',
    '?sslmode=require',
    '?sslmode=no-verify',
    '?ssl=true',
    '?sslmode=verify-ca',
  ])
    t.is(faultsOf(`postgres://db.example/hundi${query}`), 1, query);
  t.is(faultsOf('postgres://db.example/hundi?sslmode=verify-full&sslmode=disable'), 1);
  t.is(faultsOf('postgres://10.0.0.7/hundi'), 1);
  t.is(faultsOf('postgres://127.0.0.1/hundi?host=db.example'), 1);
  t.is(faultsOf('postgres://localhost.example/hundi'), 1);
  t.is(faultsOf('postgres://db.example/hundi?sslmode=verify-full'), 0);
});

test('a PostgreSQL on this machine, or one that the operator allows, may be asked in clear', (t) => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]', '%2Fvar%2Frun%2Fpostgresql'])
    t.is(faultsOf(`postgres://${host}/hundi`), 0, host);
  t.is(faultsOf('postgres://db.example/hundi?host=/var/run/postgresql'), 0);
  t.is(faultsOf('postgres://db.example/hundi', ['postgres']), 0);
  t.is(faultsOf('postgres://db.example/hundi', ['smtp']), 1);
});

test('mail leaves this machine by TLS only, but in a sandbox or where the operator allows it', (t) => {
  t.true(needsTls('smtp://mail.example', false, []));
  t.true(needsTls('smtps://mail.example', false, ['postgres']));
  t.false(needsTls('smtp://mail.example', false, ['smtp']));
  t.false(needsTls('smtp://mail.example', true, []));
  t.false(needsTls('smtp://127.0.0.1:25', false, []));
});

test('where TLS is needed, no query of SMTP_URL may turn it off', (t) => {
  const database = { kind: 'sqlite', file: 'a.db' } as const;
  const smtpUrl = 'smtp://mail.example?ignoreTLS=true';
  t.is(unencrypted({ database, smtpUrl, smtpTls: 'required' }, []).length, 1);
  t.deepEqual(unencrypted({ database, smtpUrl }, []), []);
});
