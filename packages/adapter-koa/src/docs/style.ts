import { hashSource } from '../pages/script/hashed.js';

const CSS = `
:root {
  color-scheme: light dark;
  --ground: #fff; --sunk: #f4f5f7; --ink: #1b1f27; --faint: #5b6472; --line: #d9dde3;
  --link: #0b57a4; --get: #0a6640; --post: #8a4b00; --bad: #a32020;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --sunk: #1d2128; --ink: #e6e9ee; --faint: #a2abb9; --line: #343a45;
    --link: #7db8f5; --get: #6fd3a5; --post: #f0b35e; --bad: #f39a9a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; max-width: 78rem; padding: 0 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word;
}
a { color: var(--link); }
code, pre, .name { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .875em; }
code, .name { overflow-wrap: anywhere; }
p { margin: .5rem 0; }
p code, li code { background: var(--sunk); border-radius: .25rem; padding: .1em .3em; }
pre {
  background: var(--sunk); border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0;
  max-height: 26rem; overflow: auto; padding: .75rem 1rem;
}
pre code { background: none; padding: 0; overflow-wrap: normal; }
header { border-bottom: 1px solid var(--line); padding: 1.5rem 0 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; }
h1 small { color: var(--faint); font-size: 1rem; font-weight: normal; }
h2 { border-bottom: 1px solid var(--line); font-size: 1.4rem; margin: 3rem 0 .5rem; padding-bottom: .25rem; }
h3 { font-size: 1.15rem; margin: 0 0 .25rem; }
h4 { font-size: .95rem; margin: 1.25rem 0 .25rem; }
nav { font-size: .925rem; padding: 1rem 0; }
nav p { font-weight: 600; margin: .75rem 0 .1rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: inline-block; padding: .2rem 0; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
.operation, .schema { border: 1px solid var(--line); border-radius: .5rem; margin: 1.25rem 0; padding: 1rem 1.25rem; }
.operation:target, .schema:target { border-color: var(--link); }
.call { margin: .25rem 0 .75rem; }
.method { font-weight: 700; }
.method.get { color: var(--get); }
.method.post { color: var(--post); }
.fields, .errors { list-style: none; margin: .5rem 0; padding: 0; }
.fields > li, .errors > li { border-top: 1px solid var(--line); padding: .5rem 0; }
.fields .fields { border-left: 2px solid var(--line); padding-left: .9rem; }
.fields p, .errors p { margin: .15rem 0; }
.name { font-weight: 600; }
.type, .bounds { color: var(--faint); font-size: .9rem; }
.required { color: var(--bad); font-size: .8rem; }
.values code { display: inline-block; margin: .1rem 0; }
.status { font-weight: 700; }
summary { cursor: pointer; font-size: .95rem; font-weight: 600; margin-top: 1rem; }
.skip { left: -99rem; position: absolute; }
.skip:focus { background: var(--ground); left: 1rem; padding: .5rem; top: .5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (min-width: 60rem) {
  body { display: grid; gap: 0 2.5rem; grid-template-columns: 15rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav { align-self: start; max-height: 100vh; overflow: auto; position: sticky; top: 0; }
}
`;

/** The one style sheet of the page, and the policy by which a browser takes it and nothing else. */
export const STYLE = {
  text: CSS,
  policy: [
    "default-src 'none'",
    `style-src ${hashSource(CSS)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};
