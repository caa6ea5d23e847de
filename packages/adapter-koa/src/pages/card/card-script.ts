import { pageScript } from '../script/page-script.js';

/** Comfort of the card form; everything that it does is done on the server too. */
export const CARD = pageScript(
  'card',
  'groups the digits of the card number, names its brand and sets the length of the CVC while they are typed',
  `'use strict';
(() => {
  const form = document.querySelector('form[data-card]');
  if (!form) return;
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((name) => form.elements.namedItem(name));
  const brand = document.getElementById('brand');
  const RANGES = [
    ['American Express', /^3[47]/, [4, 10], 4], ['Visa', /^4/, [4, 8, 12, 16], 3],
    ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [4, 8, 12], 3],
    ['RuPay', /^(60|65|81|82|508|353|356)/, [4, 8, 12], 3],
  ];
  const digitsOf = (text) => text.replace(/[^0-9]/g, '');
  const keepPlace = (field, write) => {
    const at = field.selectionStart === null ? field.value.length : field.selectionStart;
    const before = digitsOf(field.value.slice(0, at)).length;
    const atEnd = at === field.value.length;
    field.value = write(digitsOf(field.value));
    let place = 0;
    for (let seen = 0; seen < before && place < field.value.length; place += 1) {
      if (/[0-9]/.test(field.value[place])) seen += 1;
    }
    if (atEnd) place = field.value.length;
    field.setSelectionRange(place, place);
  };
  const show = () => {
    const digits = digitsOf(number.value);
    const found = RANGES.find((one) => one[1].test(digits));
    brand.textContent = found ? found[0] : '';
    cvc.maxLength = found ? found[3] : 4;
    return found;
  };
  const group = () => {
    const found = show();
    const breaks = found ? found[2] : [4, 8, 12, 16];
    keepPlace(number, (digits) => digits.slice(0, 19).split('').map((digit, i) =>
      (breaks.includes(i) ? ' ' : '') + digit).join(''));
  };
  number.addEventListener('input', group);
  expiry.addEventListener('input', (event) => {
    const deleting = event.inputType === 'deleteContentBackward';
    keepPlace(expiry, (typed) => {
      const all = /^[2-9]/.test(typed) ? '0' + typed : typed;
      const digits = all.length > 4 ? all.slice(0, 2) + all.slice(-2) : all;
      if (digits.length < 2 || (digits.length === 2 && deleting)) return digits;
      return digits.slice(0, 2) + ' / ' + digits.slice(2);
    });
  });
  cvc.addEventListener('input', () => { keepPlace(cvc, (digits) => digits.slice(0, cvc.maxLength)); });
  addEventListener('pageshow', (event) => {
    if (event.persisted) for (const field of [number, cvc]) field.value = '';
    show();
  });
})();
`,
);
