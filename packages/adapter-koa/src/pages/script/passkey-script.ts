import { pageScript } from './page-script.js';

/**
 * Lets the browser make or use a passkey for a form, or a part of one, with `data-passkey-get` or `data-passkey-create`, and
 * sends the form. A form that takes something else, too, has a part of its own for the passkey.
 */
export const PASSKEY = pageScript(
  'passkey',
  'asks the browser to make or use a passkey when its person presses the button for it, and sends the answer with the form',
  `'use strict';
(() => {
  const part = document.querySelector('[data-passkey-get],[data-passkey-create]');
  const api = window.PublicKeyCredential;
  if (!part || !api || !api.parseRequestOptionsFromJSON) return;
  const button = part.querySelector('[data-passkey-button]');
  const failed = part.querySelector('[data-passkey-failed]');
  const { passkeyGet, passkeyCreate } = part.dataset;
  const ask = () => passkeyCreate
    ? navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(JSON.parse(passkeyCreate)) })
    : navigator.credentials.get({ publicKey: api.parseRequestOptionsFromJSON(JSON.parse(passkeyGet)) });
  button.hidden = false;
  for (const note of part.querySelectorAll('[data-passkey-absent]')) note.hidden = true;
  button.addEventListener('click', async () => {
    failed.hidden = true;
    try {
      const credential = await ask();
      button.form.elements.namedItem('response').value = JSON.stringify(credential.toJSON());
      button.form.requestSubmit(part.querySelector('[data-passkey-submit]'));
    } catch {
      failed.hidden = false;
    }
  });
})();
`,
);
