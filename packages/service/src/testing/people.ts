import type { OpenedSession } from '@hundi/core/wire';
import { json } from './partner.js';
import type { Answer, Served } from './running-service.js';

interface Mails {
  readonly items: ReadonlyArray<{
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly sentAt: number;
  }>;
}

/** The mails in the sandbox's mailbox for an address, newest first. */
export const mailsTo = async (service: Served, to: string): Promise<Mails['items']> =>
  json<Mails>(await service.get(`/sandbox/v1/mail?to=${encodeURIComponent(to)}`)).items;

const CODE = /\b[0-9]{6}\b/;

/** Asks for a code, reads it from the mailbox, and comes in. */
export const comeIn = async (service: Served, email: string): Promise<OpenedSession> => {
  const { challengeId } = json<{ challengeId: string }>(
    await service.post('/portal/v1/login', { email }),
    202,
  );
  const [mail] = await mailsTo(service, email);
  const code = CODE.exec(mail?.text ?? '')?.[0];
  return json(await service.post(`/portal/v1/login/${challengeId}`, { code }));
};

/** Calls the portal with a session. */
export const asPerson = async (
  { url }: Served,
  { token }: Pick<OpenedSession, 'token'>,
  path: string,
  body?: object,
): Promise<Answer> => {
  const response = await fetch(`${url}/portal/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
