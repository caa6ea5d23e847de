import type { ExecutionContext } from 'ava';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port of the loopback interface until the test ends; answers the origin. */
export const onLoopback = async (
  t: ExecutionContext,
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<string> => {
  const server = createServer(options, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};
