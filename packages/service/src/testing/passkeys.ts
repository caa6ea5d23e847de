import type { JsonObject } from '@hundi/core';
import type { Browser, Page } from 'playwright-core';
import type { Served } from './running-service.js';

/** A device that holds passkeys, as a browser reaches it. */
export interface PasskeyDevice {
  /** Makes a passkey for creation options, and returns what the page would send. */
  readonly create: (options: JsonObject) => Promise<JsonObject>;
  /** Signs the challenge of request options, likewise. */
  readonly sign: (options: JsonObject) => Promise<JsonObject>;
}

/** A platform authenticator, such as a laptop's, whose person touches it at once. */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Opens a page of the service at `localhost`, with a virtual authenticator of its own. */
export const passkeyPage = async (
  browser: Browser,
  { url }: Pick<Served, 'url'>,
): Promise<Page> => {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  await page.goto(`http://localhost:${new URL(url).port}/portal/docs`);
  return page;
};

/** The device behind such a page. */
export const passkeyDevice = async (
  browser: Browser,
  service: Pick<Served, 'url'>,
): Promise<PasskeyDevice> => {
  const page = await passkeyPage(browser, service);
  const ask = (call: 'create' | 'get', parse: string) => (options: JsonObject) =>
    page.evaluate<JsonObject>(
      `navigator.credentials.${call}({ publicKey: PublicKeyCredential.${parse}(${JSON.stringify(options)}) })
        .then((credential) => credential.toJSON())`,
    );
  return {
    create: ask('create', 'parseCreationOptionsFromJSON'),
    sign: ask('get', 'parseRequestOptionsFromJSON'),
  };
};
