import { pageScript } from '../script/page-script.js';

/**
 * `data-passkey` of a button holds the options of the challenge; the answer goes into the field `response` of its form.
 * Where a browser cannot read options from JSON, the button stays hidden, and its hint says what it takes.
 */
export const PAYOUT_PASSKEY = pageScript(
  'payout-passkey',
  "asks the person's device for a passkey when they press the button, and sends its answer with the form",
  `'use strict';
(() => {
  const button = document.querySelector('button[data-passkey]');
  if (!button || !window.PublicKeyCredential || !PublicKeyCredential.parseRequestOptionsFromJSON) return;
  const hint = document.getElementById('passkey-hint');
  const options = JSON.parse(button.dataset.passkey);
  button.hidden = false;
  hint.textContent = '';
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    hint.textContent = 'Follow the steps on your device.';
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const given = await navigator.credentials.get({ publicKey });
      button.form.elements.namedItem('response').value = JSON.stringify(given.toJSON());
      button.form.requestSubmit(button);
    } catch {
      hint.textContent = 'The passkey was not used. Try again, or try another way.';
    }
  });
})();
`,
);
