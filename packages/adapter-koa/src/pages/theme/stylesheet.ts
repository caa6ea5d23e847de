import { GROUNDS, type CheckedTheme } from './theme.js';

const RULES = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--page);color:var(--ink);
font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
h1,h2,p,dl,dd,ul{margin:0}
a{color:var(--action)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;z-index:1;background:#fff;padding:.5rem .75rem;border-radius:.375rem}
.bar{background:var(--header);color:var(--on-header);border-bottom:1px solid rgb(16 36 71/.12)}
.bar>div,main,.foot{max-width:34rem}
.wide .bar>div,.wide main,.wide .foot{max-width:60rem}
.bar>div{margin:0 auto;padding:.875rem 1.25rem;display:flex;align-items:center;gap:.75rem}
.bar img{height:2rem;max-width:10rem;display:block}
.bank{font-size:1.125rem;line-height:1.25;font-weight:650;letter-spacing:.005em;overflow-wrap:anywhere}
.mark{flex:none;width:2rem;height:2rem;border-radius:.5rem;border:1.5px solid currentColor;display:grid;
place-items:center;font-weight:700}
.secure{margin-left:auto;display:flex;align-items:center;gap:.375rem;font-size:.8125rem;white-space:nowrap}
main{flex:1;width:100%;margin:0 auto;padding:1.5rem 1.25rem 2.5rem}
main:focus{outline:none}
h1{font-size:1.375rem;line-height:1.25;font-weight:650}
h2{font-size:1.0625rem;line-height:1.3;font-weight:650}
.card{background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:1.5rem;
box-shadow:0 1px 2px rgb(16 36 71/.05),0 8px 24px rgb(16 36 71/.06)}
.card>*+*,.part>*+*{margin-top:1.25rem}
.card p{overflow-wrap:anywhere}
.card+.card{margin-top:1.25rem}
pre{margin:0;padding:.75rem 1rem;border-radius:.5rem;background:var(--page);white-space:pre-wrap;overflow-wrap:anywhere;
font:.8125rem/1.5 ui-monospace,Menlo,Consolas,"Liberation Mono",monospace}
.quiet{color:var(--faint);font-size:.9375rem}
.amount{font-size:2.25rem;line-height:1.15;font-weight:680;letter-spacing:-.015em;font-variant-numeric:tabular-nums}
.facts{border-top:1px solid var(--line);border-bottom:1px solid var(--line);padding:.25rem 0}
.facts>div{display:flex;justify-content:space-between;gap:1.5rem;padding:.5rem 0}
.facts dt{color:var(--faint);flex:none}
.facts dd{text-align:right;font-weight:550;overflow-wrap:anywhere;min-width:0}
.number{font-variant-numeric:tabular-nums}
.sub{display:block;color:var(--faint);font-weight:400;font-size:.9375rem}
form{margin:0}
form>*+*{margin-top:1.125rem}
form>input[type=hidden]+*{margin-top:0}
noscript{display:block}
label,.label{display:block;font-weight:600;margin-bottom:.375rem}
select,input[type=text]{width:100%;min-height:3rem;padding:.625rem .875rem;font:inherit;color:inherit;background:#fff;
border:1px solid var(--edge);border-radius:.5rem}
select{appearance:none;padding-right:2.5rem;background-image:linear-gradient(45deg,transparent 50%,var(--faint) 50%),
linear-gradient(135deg,var(--faint) 50%,transparent 50%);background-position:calc(100% - 20px) 21px,calc(100% - 15px) 21px;
background-size:5px 5px;background-repeat:no-repeat}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
.pair>div{display:grid;grid-row:span 3;grid-template-rows:subgrid;align-content:start;gap:0}
.pair label{align-self:end}
.brand:empty{display:none}
.brand{font-weight:600}
input.code{font-size:1.5rem;letter-spacing:.35em;font-variant-numeric:tabular-nums;padding-left:1rem}
[aria-invalid=true]{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
.hint{color:var(--faint);font-size:.9375rem;margin-top:.375rem}
.hint+button{margin-top:.5rem}
.fault{color:var(--bad);font-weight:550;font-size:.9375rem;margin-top:.375rem;display:flex;gap:.5rem}
.fault::before{content:"!";flex:none;width:1.125rem;height:1.125rem;margin-top:.1875rem;border-radius:50%;background:var(--bad);
color:#fff;font-size:.75rem;line-height:1.125rem;text-align:center;font-weight:700}
button,.button{display:block;width:100%;min-height:3rem;padding:.6875rem 1.25rem;font:inherit;font-weight:650;text-align:center;
text-decoration:none;border-radius:.5rem;border:1px solid var(--action);background:var(--action);color:var(--on-action);cursor:pointer}
button:hover,.button:hover{filter:brightness(.94)}
button.second,.button.second{background:#fff;color:var(--action)}
button.plain{background:none;border-color:transparent;color:var(--action);text-decoration:underline}
button[hidden]{display:none}
button:disabled{background:#fff;color:var(--faint);border-color:var(--line);cursor:default;filter:none}
button[aria-busy=true]{opacity:.75;cursor:progress}
.notice{border-radius:.625rem;padding:.875rem 1rem;border:1px solid var(--line);background:var(--page)}
.notice.bad{border-color:var(--bad);background:#fdf3f2}
.notice.bad h2,.notice.bad a{color:var(--bad)}
.notice.good{border-color:#1d7a4b;background:#eff8f3}
.notice ul{padding-left:1.125rem;margin-top:.25rem}
.notice:focus{outline-offset:2px}
.sign{width:3.25rem;height:3.25rem;border-radius:50%;display:grid;place-items:center;background:var(--page);color:var(--action)}
.sign.good{background:#e3f4eb;color:#17663e}
.sign.bad{background:#fbe9e7;color:var(--bad)}
.sign svg{width:1.75rem;height:1.75rem}
.left{font-variant-numeric:tabular-nums;white-space:nowrap}
dd .left{display:inline-block;min-width:6em}
.foot{width:100%;margin:0 auto;padding:0 1.25rem 1.5rem;color:var(--faint);font-size:.8125rem}
.languages{display:flex;gap:.25rem 1.25rem;margin-top:.5rem}
.languages>*{padding:.25rem 0}
.after{margin-top:1rem;text-align:center}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
@media (min-width:48rem){main{padding-top:3rem}.card{padding:2rem}}
@media (min-width:60rem){.split{display:grid;grid-template-columns:1fr 1.15fr;padding:0;overflow:hidden}.split>*{padding:2rem}
.split>*+*{margin-top:0}.split>:first-child{background:var(--sunk);border-right:1px solid var(--line)}}
@media (max-width:24rem){.secure span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
@media (forced-colors:active){button,.button,.card{border:1px solid}}
@media print{.bar{color:#000;background:none}.card{box-shadow:none}button,.after{display:none}}
`;

const variables = ({ colours }: CheckedTheme): string =>
  Object.entries({
    header: colours.header,
    'on-header': colours.onHeader,
    action: colours.action,
    'on-action': colours.onAction,
    ...GROUNDS,
    ...INKS,
    line: '#d8dfe8',
    sunk: '#f8fafc',
    // The edge of a field shows where it is: 3 to 1 against what surrounds it (1.4.11).
    edge: '#7a8798',
  })
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

/** The colours of text in every theme. */
export const INKS = { ink: '#16202e', faint: '#556273', bad: '#b3261e', focus: '#1a56c4' } as const;

/** The one style sheet of every page, in the colours of a bank. */
export const stylesheet = (theme: CheckedTheme): string =>
  `:root{color-scheme:light;${variables(theme)}}${RULES}`;
