import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import test, { type ExecutionContext } from 'ava';
import { askedOf, systemResolve } from './resolve.js';

const A = 1;

/** A name server that gives each name one IPv4 address, and none of IPv6. */
const answering = (question: Buffer): Buffer => {
  const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
  const asked = question.subarray(12, question.indexOf(0, 12) + 5);
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(type === A ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 14]);
  return Buffer.concat([header, asked, ...(type === A ? [record] : [])]);
};

const resolverOf = async (
  t: ExecutionContext,
  answer: (question: Buffer) => Buffer | undefined,
) => {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answered = answer(question);
    if (answered !== undefined) socket.send(answered, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${String(socket.address().port)}`]);
  t.teardown(() => {
    resolver.cancel();
    socket.close();
  });
  return resolver;
};

test('a name has the addresses that its name server reports', async (t) => {
  const resolve = askedOf(await resolverOf(t, answering));

  t.deepEqual(await resolve('hooks.example.com'), [{ address: '93.184.215.14', family: 4 }]);
});

test('names whose server never answers keep no others from being found', async (t) => {
  const silent = askedOf(await resolverOf(t, () => undefined));
  let given = 0;
  for (let i = 0; i < 64; i += 1)
    void silent(`silent-${String(i)}.example.com`).catch(() => {
      given += 1;
    });
  const answered = askedOf(await resolverOf(t, answering));

  t.is((await answered('hooks.example.com')).length, 1);
  t.true((await systemResolve()('localhost')).length > 0);
  t.is(given, 0);
});

test('an unknown name has no addresses', async (t) => {
  const nobody = (question: Buffer): Buffer => {
    const answer = answering(question).subarray(0, question.indexOf(0, 12) + 5);
    answer.writeUInt16BE(0x8183, 2);
    answer.writeUInt16BE(0, 6);
    return answer;
  };
  const error = await t.throwsAsync(askedOf(await resolverOf(t, nobody))('nobody.example.com'));

  t.is((error as NodeJS.ErrnoException).code, 'ENOTFOUND');
});

test('an address is checked as its own network', async (t) => {
  t.deepEqual(await systemResolve()('127.0.0.1'), [{ address: '127.0.0.1', family: 4 }]);
});
