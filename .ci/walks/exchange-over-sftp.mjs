// A bank by files over SFTP: the exchange with the client that it is written for, beside a server on loopback.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedHostKey, sftpExchange } from '@hundi/adapter-iso20022/sftp';
import ssh2 from 'ssh2';
import SftpClient from 'ssh2-sftp-client';

const root = await fs.mkdtemp(join(tmpdir(), 'hundi-sftp-'));
const folder = (name) => join(root, name);
for (const name of ['out', 'delivered', 'in', 'bank', 'bank/to', 'bank/from'])
  await fs.mkdir(folder(name));

/** Answers the requests of one client over the folders of the bank. */
const serve = (sftp) => {
  const { OK, EOF, FAILURE, NO_SUCH_FILE } = ssh2.utils.sftp.STATUS_CODE;
  const handles = new Map();
  const pathOf = (path) => join(folder('bank'), path);
  const opened = (value) => {
    const handle = Buffer.from(String(handles.size));
    handles.set(String(handle), value);
    return handle;
  };
  const attrsOf = (stats) => ({
    mode: stats.mode,
    uid: 0,
    gid: 0,
    size: stats.size,
    atime: Math.floor(stats.atimeMs / 1_000),
    mtime: Math.floor(stats.mtimeMs / 1_000),
  });
  const answer = (id, work) =>
    work.catch((error) => sftp.status(id, error.code === 'ENOENT' ? NO_SUCH_FILE : FAILURE));
  const done = (id, work) =>
    answer(
      id,
      work.then(() => sftp.status(id, OK)),
    );
  const stat = (id, path) =>
    answer(
      id,
      fs.stat(pathOf(path)).then((stats) => sftp.attrs(id, attrsOf(stats))),
    );
  sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: join('/', path), attrs: {} }]));
  sftp.on('STAT', stat).on('LSTAT', stat);
  sftp.on('FSTAT', (id, handle) =>
    answer(
      id,
      handles
        .get(String(handle))
        .stat()
        .then((stats) => sftp.attrs(id, attrsOf(stats))),
    ),
  );
  sftp.on('FSETSTAT', (id) => sftp.status(id, OK)).on('SETSTAT', (id) => sftp.status(id, OK));
  sftp.on('OPEN', (id, path, flags) =>
    answer(
      id,
      fs
        .open(pathOf(path), ssh2.utils.sftp.flagsToString(flags) ?? constants.O_RDONLY)
        .then((file) => sftp.handle(id, opened(file))),
    ),
  );
  sftp.on('WRITE', (id, handle, at, bytes) =>
    done(id, handles.get(String(handle)).write(bytes, 0, bytes.length, at)),
  );
  sftp.on('READ', (id, handle, at, length) =>
    answer(
      id,
      handles
        .get(String(handle))
        .read(Buffer.alloc(length), 0, length, at)
        .then(({ bytesRead, buffer }) =>
          bytesRead === 0 ? sftp.status(id, EOF) : sftp.data(id, buffer.subarray(0, bytesRead)),
        ),
    ),
  );
  sftp.on('OPENDIR', (id, path) =>
    answer(
      id,
      fs.readdir(pathOf(path)).then((names) => sftp.handle(id, opened({ path, names }))),
    ),
  );
  sftp.on('READDIR', (id, handle) => {
    const { path, names } = handles.get(String(handle));
    if (names.length === 0) return sftp.status(id, EOF);
    const listed = names.splice(0).map(async (filename) => {
      const stats = await fs.stat(join(pathOf(path), filename));
      const longname = `${stats.isFile() ? '-' : 'd'}rw-r--r-- 1 bank bank ${stats.size} ${filename}`;
      return { filename, longname, attrs: attrsOf(stats) };
    });
    return answer(
      id,
      Promise.all(listed).then((all) => sftp.name(id, all)),
    );
  });
  sftp.on('CLOSE', (id, handle) =>
    done(id, Promise.resolve(handles.get(String(handle)).close?.())),
  );
  sftp.on('REMOVE', (id, path) => done(id, fs.rm(pathOf(path))));
  sftp.on('RENAME', (id, from, to) =>
    done(
      id,
      fs.link(pathOf(from), pathOf(to)).then(() => fs.rm(pathOf(from))),
    ),
  );
};

// Made by Node: one in 200 of the keys that ssh2 makes itself is malformed.
const { privateKey: host } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
});
const server = new ssh2.Server({ hostKeys: [host] }, (client) => {
  client.on('authentication', (ctx) =>
    ctx.method === 'password' && ctx.password === 'secret' ? ctx.accept() : ctx.reject(),
  );
  client.on('ready', () =>
    client.on('session', (accept) => accept().on('sftp', (sftp) => serve(sftp()))),
  );
  client.on('error', () => undefined);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const hostKey = ssh2.utils.parseKey(host).getPublicSSH();
const fingerprint = `SHA256:${createHash('sha256').update(hostKey).digest('base64').replace('=', '')}`;
const { exchange } = sftpExchange({
  out: folder('out'),
  delivered: folder('delivered'),
  in: folder('in'),
  remoteOut: '/to',
  remoteIn: '/from',
});
const exchangeWith = async (pinned) => {
  const client = new SftpClient();
  await client.connect({
    host: '127.0.0.1',
    port: server.address().port,
    username: 'hundi',
    password: 'secret',
    hostVerifier: pinnedHostKey(pinned),
  });
  try {
    return await exchange(client);
  } finally {
    await client.end();
  }
};

const order = '<Document>'.padEnd(200_000, 'x');
await fs.writeFile(join(folder('out'), 'M1.xml'), order);
await fs.writeFile(join(folder('bank/from'), 'a.xml'), 'an answer');
await assert.rejects(exchangeWith(`SHA256:${'A'.repeat(43)}`));
assert.deepEqual(await fs.readdir(folder('bank/to')), []);

assert.deepEqual(await exchangeWith(fingerprint), { delivered: 1, fetched: 0 });
assert.deepEqual(await exchangeWith(fingerprint), { delivered: 0, fetched: 1 });
assert.deepEqual(await fs.readdir(folder('bank/to')), ['M1.xml']);
assert.equal(await fs.readFile(join(folder('bank/to'), 'M1.xml'), 'utf8'), order);
assert.equal(await fs.readFile(join(folder('in'), 'a.xml'), 'utf8'), 'an answer');
assert.deepEqual(await fs.readdir(folder('bank/from')), []);
server.close();
await fs.rm(root, { recursive: true });
process.exit();
