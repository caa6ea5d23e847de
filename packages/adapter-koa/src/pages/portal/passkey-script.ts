import { pageScript } from '../script/page-script.js';

/** Lets the browser make or use a passkey for a form with `data-passkey-get` or `data-passkey-create`, and sends it. */
export const PASSKEY = pageScript(
  'passkey',
  'asks the browser to make or use a passkey when its person presses the button for it, and sends the answer with the form',
  `'use strict';
(() => {
  const form = document.querySelector('form[data-passkey-get],form[data-passkey-create]');
  const api = window.PublicKeyCredential;
  if (!form || !api || !api.parseRequestOptionsFromJSON) return;
  const button = form.querySelector('[data-passkey-button]');
  const failed = form.querySelector('[data-passkey-failed]');
  const { passkeyGet, passkeyCreate } = form.dataset;
  const ask = () => passkeyCreate
    ? navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(JSON.parse(passkeyCreate)) })
    : navigator.credentials.get({ publicKey: api.parseRequestOptionsFromJSON(JSON.parse(passkeyGet)) });
  button.hidden = false;
  for (const note of form.querySelectorAll('[data-passkey-absent]')) note.hidden = true;
  button.addEventListener('click', async () => {
    failed.hidden = true;
    try {
      const credential = await ask();
      form.elements.namedItem('response').value = JSON.stringify(credential.toJSON());
      form.requestSubmit(form.querySelector('[data-passkey-submit]'));
    } catch {
      failed.hidden = false;
    }
  });
})();
`,
);
