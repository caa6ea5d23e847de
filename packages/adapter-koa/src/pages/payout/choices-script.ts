import { pageScript } from '../script/page-script.js';

/**
 * `data-choices` holds what goes with what: packages, each with its accounts, each with its methods, the
 * default of them first. `data-sent-for` is what the code is good for.
 */
export const CHOICES = pageScript(
  'choices',
  'offers the accounts of the package and the methods of the account as they are picked, and says at once when a code does not fit any more',
  `'use strict';
(() => {
  const form = document.querySelector('form[data-choices]');
  if (!form) return;
  const choices = JSON.parse(form.dataset.choices);
  const [packages, accounts, methods] =
    ['packageCode', 'debitAccountId', 'paymentMethodCode'].map((name) => form.elements.namedItem(name));
  const fill = (select, options) => {
    if (select.type === 'hidden') return;
    const before = select.value;
    const kept = options.find((one) => one[0] === before) || options.find((one) => one[2]) || options[0];
    select.replaceChildren(...options.map((one) => new Option(one[1], one[0], false, one === kept)));
  };
  const find = (options, value) => options.find((one) => one[0] === value);
  const refill = (from) => {
    const own = find(choices, packages.value);
    if (from === packages) fill(accounts, own[3]);
    if (from !== methods) fill(methods, find(own[3], accounts.value)[3]);
    const changed = document.getElementById('changed');
    if (!changed) return;
    const same = [packages, accounts, methods].map((one) => one.value).join(' ') === form.dataset.sentFor;
    changed.hidden = same;
    for (const button of document.querySelectorAll('[data-authorizes]')) button.disabled = !same;
  };
  for (const select of [packages, accounts, methods]) {
    select.addEventListener('change', () => refill(select));
  }
  addEventListener('pageshow', () => refill(methods));
})();
`,
);
