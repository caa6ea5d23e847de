import { pageScript } from '../script/page-script.js';

/**
 * Shows `#session-end` two minutes before the session ends, and the way to stay where there is one: nothing moves the end
 * that comes after twelve hours. The page says when both ends are without it, too.
 */
export const SESSION_END = pageScript(
  'session-end',
  'says two minutes before the session of a person ends that it does, and counts down to it',
  `'use strict';
(() => {
  const notice = document.getElementById('session-end');
  if (!notice) return;
  const left = notice.querySelector('.left');
  const begun = performance.now();
  const end = begun + Number(notice.dataset.endSeconds) * 1000;
  const stay = Number(notice.dataset.staySeconds) * 1000;
  let until = Math.min(end, begun + Number(notice.dataset.idleSeconds) * 1000);
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    notice.hidden = seconds > 120;
    notice.querySelector('a').hidden = until === end;
    left.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  };
  notice.querySelector('a').addEventListener('click', () => {
    until = Math.min(end, performance.now() + stay);
    setTimeout(tick, 0);
  });
  setInterval(tick, 1000);
  // A person who asks for the page again does use the session.
  const here = new URL(location.href);
  if (here.searchParams.has('look')) {
    here.searchParams.delete('look');
    history.replaceState(null, '', here);
  }
})();
`,
);
