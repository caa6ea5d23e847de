import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Writes bytes to a service and reads what comes back until it closes the connection. */
export const exchange = async (url: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
};

/** The answer in such text. */
export const parsed = (answer: string): { readonly status: number; readonly headers: Headers } => {
  const [head = ''] = answer.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers();
  for (const field of fields) {
    const [name = '', ...value] = field.split(':');
    headers.append(name, value.join(':').trim());
  }
  return { status: Number(line.split(' ')[1]), headers };
};
