import { pageStyle } from '../theme/page-style.js';

/** The rules of the pages for people, beside those of every page. */
export const PORTAL_STYLE = pageStyle(`
.wide .bar>div,.wide .menu>div,.wide main,.wide .foot{max-width:76rem}
.menu{background:var(--card);border-bottom:1px solid var(--line)}
.menu>div{margin:0 auto;padding:.25rem 1.25rem;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.25rem}
.menu ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0}
.menu a{display:inline-block;padding:.625rem 0;font-weight:600;text-decoration:none}
.menu a[aria-current]{color:var(--ink);box-shadow:inset 0 -3px var(--action)}
.find{display:flex;gap:.5rem;flex:1 1 15rem;max-width:24rem}.find>*{margin:0}
.find button{width:auto}.find input{min-width:0}
.menu .who{margin-left:auto;color:var(--faint);font-size:.9375rem;overflow-wrap:anywhere;min-width:0}
.menu button{min-height:2.5rem;padding:.375rem .75rem}
.wide main{padding-top:1.75rem}
main>*+*{margin-top:1.25rem}
.card>form+form{margin-top:0}
h3{margin:0;font-size:1rem;line-height:1.4;font-weight:650}
input[type=search],input[type=date]{width:100%;min-height:3rem;padding:.625rem .875rem;font:inherit;color:inherit;background:#fff;
border:1px solid var(--edge);border-radius:.5rem}
.menu input{min-height:2.5rem;padding:.375rem .75rem}
.wide input[type=text],.wide input[type=date],.wide select,.wide textarea{max-width:34rem}
#session-end{position:fixed;left:1rem;right:1rem;bottom:1rem;max-width:34rem;margin:0 auto;z-index:1}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:left;font-weight:650;padding-bottom:.5rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th:first-child,td:first-child{padding-left:.25rem}
thead th{color:var(--faint);font-weight:600;white-space:nowrap}
tbody th{font-weight:550}
tfoot th,tfoot td{font-weight:650;border-bottom:0}
.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.pick{width:2.5rem}
summary{font-weight:600;padding:.5rem 0;cursor:pointer}
details form{margin-top:.5rem}
details>div+div{margin-top:1rem}
.terms dt{font-weight:600;overflow-wrap:anywhere}
.terms dd{margin:0}
.terms>div+div{margin-top:.75rem}
input[type=checkbox]{width:1.5rem;height:1.5rem;margin:0;accent-color:var(--action)}
textarea{width:100%;min-height:3rem;padding:.625rem .875rem;font:inherit;color:inherit;background:#fff;
border:1px solid var(--edge);border-radius:.5rem}
textarea{display:block}
input[type=file]{display:block;max-width:100%;min-height:3rem;padding:.625rem 0;font:inherit}
.check{display:flex;gap:.75rem;align-items:flex-start;font-weight:550;margin:0}
.check input{flex:none}
.row{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem;align-items:end}
.row>*{margin:0}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.actions>*{width:auto;margin:0;min-width:8rem}
td button{width:auto;min-height:2.25rem;padding:.25rem .75rem}
.faults{list-style:none;padding:0}
.faults li{align-items:center}
.faults li+li{margin-top:.75rem}
fieldset{padding:0;border:0;min-width:0;margin-left:0;margin-right:0}
fieldset>*+*,fieldset>.check{margin-top:.75rem}
details>fieldset{margin-top:1.125rem}
.sheet{max-width:44rem}
legend{padding:0;font-weight:650;margin-bottom:.5rem}
.row.top{align-items:start}
input[type=radio]{width:1.5rem;height:1.5rem;margin:0;accent-color:var(--action)}
ul.plain{list-style:none;padding:0}
ul.plain,.notice li,.check{overflow-wrap:anywhere}
ul.plain>li+li{margin-top:.5rem}
.bars{display:block;width:100%;height:auto;margin-top:.25rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.axis{display:flex;justify-content:space-between;gap:.25rem 1.25rem;flex-wrap:wrap}
.qr{display:block;width:12rem;height:12rem;max-width:100%}
.codes{columns:2;list-style:none;padding:0;max-width:26rem}
.mail+.mail{margin-top:1rem}
progress{width:100%;max-width:34rem;height:1rem;accent-color:var(--action)}
.timeline,.plainly{list-style:none;padding:0}.card>.timeline{margin:1.25rem 0 0}
.facts{max-width:44rem}.facts dt{flex:initial}.notice .facts{margin-top:.5rem}
.timeline li{border-left:2px solid var(--line);padding:0 0 1rem 1rem}.timeline li:last-child{padding-bottom:0}
.plainly li{margin-top:.5rem}
.parts ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0}
.parts a,.acts a{display:inline-block;padding:.375rem 0;font-weight:600}
.parts a[aria-current]{color:var(--ink);text-decoration:none;box-shadow:inset 0 -3px var(--action)}
.acts{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.things{list-style:none;padding:0}
.things>li{padding:1rem 0;border-top:1px solid var(--line)}.things>li:last-child{padding-bottom:0}
.things>li>*+*,.asks fieldset>*+*{margin-top:.625rem}
.things dl,.asks dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.625rem 1.25rem}
.things dl.notes{display:block}.notes>div+div{margin-top:.625rem}
.things dt,.asks dt{color:var(--faint);font-size:.875rem}
.things dd,.asks dd,.things h3{overflow-wrap:anywhere;min-width:0}
bdi{overflow-wrap:anywhere}
td bdi,th bdi{overflow-wrap:break-word}.rows bdi{overflow-wrap:anywhere}
@media (min-width:48rem){.wide main{padding-top:1.75rem}.narrow{max-width:34rem;margin-left:auto;margin-right:auto}}
@media (max-width:44rem){.things dl,.asks dl{grid-template-columns:repeat(auto-fill,minmax(8rem,1fr))}.rows thead{display:none}.rows,.rows tbody,.rows caption{display:block}
.rows tr{display:grid;grid-template-columns:2.5rem 1fr auto;padding:.5rem 0;border-bottom:1px solid var(--line)}
.rows tr>*{grid-column:2/4;border:0;padding:.125rem 0;min-width:0;overflow-wrap:anywhere}.rows tr>.pick{grid-column:1;grid-row:1/3}
.rows tr>th{grid-column:2}.rows tr>.num{grid-column:3;grid-row:1;padding-left:.75rem}
.whole tr{grid-template-columns:1fr auto}.whole tr>*{grid-column:1/3}.whole tr>th{grid-column:1}.whole tr>.num{grid-column:2}
.pairs,.pairs thead,.pairs tbody,.pairs caption{display:block}.pairs tr{display:grid;grid-template-columns:1fr 1fr;border-bottom:1px solid var(--line)}
.pairs tr>*{border:0;padding:.25rem .25rem .25rem 0;min-width:0;overflow-wrap:anywhere}.pairs tr>:first-child{grid-column:1/3}}
@media print{.menu{display:none}}
`);
