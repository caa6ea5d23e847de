import { pageScript } from './page-script.js';

/**
 * Comfort that every page has. `data-seconds-left` counts down, and goes to `data-then` at the end;
 * `data-wait-seconds` holds a button back so long, and `data-wait-note` names the element that says so; a form is
 * sent once; `data-send-at-once` is sent by itself; `data-focus` is where a reader starts.
 */
export const COMFORT = pageScript(
  'comfort',
  'counts down what is left of a session and until the next code, keeps a form from being sent twice, and leads to the first fault',
  `'use strict';
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const clock = (seconds) => Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  const countdown = (seconds, tick, end) => {
    const until = performance.now() + seconds * 1000;
    const step = () => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      tick(left);
      if (left === 0) { clearInterval(timer); end(); }
    };
    const timer = setInterval(step, 500);
    step();
  };
  for (const el of all('[data-seconds-left]')) {
    countdown(Number(el.dataset.secondsLeft), (left) => { el.textContent = clock(left); }, () => {
      if (el.dataset.then) location.replace(el.dataset.then);
    });
  }
  for (const button of all('[data-wait-seconds]')) {
    const note = document.getElementById(button.dataset.waitNote);
    const later = note ? note.textContent : '';
    button.disabled = true;
    countdown(Number(button.dataset.waitSeconds), (left) => {
      if (note) note.textContent = button.dataset.waitText.replace('{}', clock(left));
    }, () => {
      button.disabled = false;
      if (note) note.textContent = later;
    });
  }
  const giveBack = (form) => {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
  };
  for (const form of all('form')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) { event.preventDefault(); return; }
      form.dataset.sent = 'yes';
      if (event.submitter) event.submitter.setAttribute('aria-busy', 'true');
      setTimeout(() => { giveBack(form); }, 10000);
    });
  }
  addEventListener('pageshow', () => { all('form').forEach(giveBack); });
  for (const el of all('[data-focus]')) el.focus();
  for (const form of all('form[data-send-at-once]')) form.requestSubmit();
})();
`,
);
