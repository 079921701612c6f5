/**
 * How a page looks: quiet and dense, in the reader's own fonts, light and dark, on a screen of any
 * width and on paper. Whatever a colour says, a word says too.
 *
 * @module
 */

const LIGHT = `color-scheme:light;
--bg:#fff;--panel:#f6f7f9;--line:#d9dde3;--text:#1b1f24;--dim:#5b6570;--link:#0b57b0;
--good:#146c37;--good-bg:#e9f5ed;--bad:#a8151f;--bad-bg:#fcebec;--caution:#7a5200;--caution-bg:#fbf3df;
--esc:#8a2be2;--mark:#ffe9a8;`;

const DARK = `color-scheme:dark;
--bg:#14171b;--panel:#1c2026;--line:#343b45;--text:#e4e7eb;--dim:#9aa5b1;--link:#7db4f5;
--good:#6cc48c;--good-bg:#16281d;--bad:#ff8a8f;--bad-bg:#351a1d;--caution:#e3b341;--caution-bg:#2e2614;
--esc:#c79bff;--mark:#5a4a12;`;

const SCREEN = `
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
code,pre,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.92em}
code{overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
[hidden]{display:none!important}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999rem}
.skip:focus{left:.5rem;top:.5rem;background:var(--bg);padding:.4rem .8rem;z-index:9}
header,main,footer{max-width:75rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;padding-top:.9rem;padding-bottom:.6rem}
header p{margin:0}
.brand{font-size:1.05em}
.when,footer{color:var(--dim)}
.when{margin-left:auto;font-variant-numeric:tabular-nums}
button,select,input{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:4px;padding:.15rem .55rem;min-height:1.9rem}
button{cursor:pointer}
button:hover{border-color:var(--dim)}
h1,h2,h3{line-height:1.25;margin:0}
h1{font-size:1.75rem;letter-spacing:-.01em}
h2{font-size:1.1rem;margin-bottom:.35rem}
h2 small{font-weight:400;color:var(--dim);margin-left:.3em;font-variant-numeric:tabular-nums}
h3{font-size:1rem;display:flex;flex-wrap:wrap;gap:.25rem .7rem;align-items:baseline}
.cap{font-size:.85em;color:var(--dim);font-weight:600;margin:.5rem 0 .15rem}
small{color:var(--dim);font-size:.88em}
section{margin:1.6rem 0}
.verdict{margin-top:0;border:1px solid var(--line);border-left:6px solid var(--dim);background:var(--panel);padding:.9rem 1.1rem 1rem;border-radius:4px}
.verdict.good{border-left-color:var(--good)}.verdict.bad{border-left-color:var(--bad)}.verdict.caution{border-left-color:var(--caution)}
.good>h1{color:var(--good)}.bad>h1{color:var(--bad)}.caution>h1{color:var(--caution)}
.reason{margin:.25rem 0 .6rem}
.counts{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.4rem;margin:0 0 .5rem;padding:0;font-variant-numeric:tabular-nums}
.counts a{color:inherit;text-decoration:none}.counts a:hover{text-decoration:underline}
.counts b{font-size:1.2em}
.facts{margin:0 0 .6rem;color:var(--dim);display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;overflow-wrap:anywhere}
.about{color:var(--dim);margin:0 0 .5rem;max-width:60rem}
.v{white-space:nowrap;font-weight:600}
.v.good{color:var(--good)}.v.bad{color:var(--bad)}.v.caution{color:var(--caution)}.v.faint{color:var(--dim);font-weight:400}
.v>span{display:inline-block;width:1em;text-align:center}
.scroll{overflow-x:auto;position:relative}
table{border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums}
th,td{padding:.22rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{font-weight:600;color:var(--dim);white-space:nowrap;vertical-align:bottom}
tbody th{font-weight:400;white-space:nowrap}
.matrix th:first-child{position:sticky;left:0;background:var(--bg) padding-box}
.matrix td,.matrix thead th+th{text-align:right}
.wide thead th+th{white-space:normal;min-width:4.2rem;max-width:7rem}
.matrix td{color:var(--dim);white-space:nowrap}
.matrix td.good{color:var(--good)}
.matrix td.bad{color:var(--bad);background:var(--bad-bg);font-weight:600}
.matrix td.caution{color:var(--caution);background:var(--caution-bg)}
.matrix td a{color:inherit;text-decoration:none;display:block}
.matrix td a:hover{text-decoration:underline}
.total>*{border-top:1px solid var(--dim);font-weight:600!important}
#filters{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center;background:var(--bg);border-bottom:1px solid var(--line);padding:.5rem 0}
#filters label{color:var(--dim);display:flex;gap:.4rem;align-items:center}
#filters .grow{flex:1 1 14rem}
#filters input{width:100%;min-width:0}
#filters select{max-width:13rem}
#shown{color:var(--dim);font-variant-numeric:tabular-nums;min-width:7rem}
article{border:1px solid var(--line);border-radius:4px;padding:.7rem .9rem .8rem;margin:.6rem 0;content-visibility:auto;contain-intrinsic-size:auto 30rem}
article>p{margin:.2rem 0}
.title{color:var(--dim)}
.title small{margin-left:.5em}
.message{overflow-wrap:anywhere}
.known{background:var(--caution-bg);padding:.2rem .5rem}
.finding{margin:.7rem 0 0;border-top:1px solid var(--line);padding-top:.6rem}
blockquote{margin:0 0 .5rem;padding:.1rem 0 .1rem .8rem;border-left:3px solid var(--line);font-style:normal}
blockquote p{margin:0;font-family:Georgia,"Noto Serif",serif}
cite{font-style:normal;color:var(--dim);font-size:.88em}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem .9rem;margin:0}
dt{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere}
.received{color:var(--bad)}.expected{color:var(--good)}
.explain{margin:.3rem 0 0;color:var(--dim)}
.see{color:var(--dim);margin:.4rem 0 0}
.esc{color:var(--esc);font-style:normal}
.cut{color:var(--dim)}
mark{background:var(--mark);color:inherit}
.cmd{display:flex;gap:.5rem;align-items:flex-start;margin:.3rem 0}
.cmd code{flex:1;min-width:0;background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.25rem .5rem;max-height:8.5em;overflow:auto}
.verdict .cmd code{background:var(--bg)}
pre{background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.4rem .6rem;margin:.1rem 0;max-height:26rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.none{color:var(--dim);margin:.15rem 0}
summary{cursor:pointer;padding:.15rem 0;overflow-wrap:anywhere}
.bytes,.talk{margin-top:.3rem}
.talk ol{margin:.2rem 0;padding-left:1.6rem}.talk li{margin:.15rem 0}.talk q{overflow-wrap:anywhere}
.talk .reply{display:block;color:var(--dim)}
.aside{color:var(--dim)}
.x{border-bottom:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 1.8rem;padding:.05rem 0}
.list{width:100%}
.list td:first-child{width:9rem}.list td:nth-child(2){min-width:17rem}.list small{display:block}
.list code{overflow-wrap:anywhere}
.reasons>ul{margin:0;padding:0;list-style:none}.reasons>ul>li{margin:.4rem 0}.reasons p{margin:0}
.reasons details{margin-left:1rem}
.names{list-style:none;padding:0 0 0 1rem;margin:0;display:flex;flex-wrap:wrap;gap:0 1.1rem;color:var(--dim)}
.notes ul{margin:0;padding-left:1.2rem;color:var(--dim);overflow-wrap:anywhere}
footer{padding-bottom:2rem;border-top:1px solid var(--line);font-size:.9em;overflow-wrap:anywhere}
`;

/** Lanes are the edges of the stage; an arrow is an edge of its message with a tip. */
const DIAGRAM = `
.seq{margin:.7rem 0 .3rem;max-width:56rem}
.seq ol{list-style:none;margin:0;padding:0}
.seq .lanes,.seq li{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:0 .9rem}
.seq .lanes>div{display:flex;justify-content:space-between;border-bottom:1px solid var(--line)}
.seq .lanes b{font-size:.88em;padding:.05rem 0}
.lanes3 .lanes b{flex:1;text-align:center}.lanes3 .lanes b:first-child{text-align:left}.lanes3 .lanes b:last-child{text-align:right}
.seq .at{text-align:right;color:var(--dim);font-variant-numeric:tabular-nums;font-size:.88em;padding-top:.25rem;white-space:nowrap}
.seq .at i{font-style:normal}
.seq .stage{display:block;border-left:2px solid var(--line);border-right:2px solid var(--line)}
.lanes3 .stage{background:linear-gradient(var(--line),var(--line)) 50% 0/2px 100% no-repeat}
.seq .what{color:var(--dim);font-size:.92em;padding:.3rem 0 .1rem;overflow-wrap:anywhere}
.seq .msg{display:block;position:relative;padding:.15rem .8rem .2rem;border-bottom:1.5px solid var(--dim)}
.lanes3 .msg{width:50%}
.lanes3 .m12 .msg,.lanes3 .m21 .msg{margin-left:50%}
.seq .msg::after{content:"";position:absolute;bottom:-4.5px;border:4px solid transparent}
.m01 .msg::after,.m12 .msg::after{right:0;border-left:7px solid var(--dim);border-right:0}
.m10 .msg::after,.m21 .msg::after{left:0;border-right:7px solid var(--dim);border-left:0}
.m10 .msg,.m21 .msg{text-align:right}
.m10 .said,.m21 .said{margin-left:auto;text-align:left}
.seq .label{font-size:.92em}
.seq .said{display:block;width:fit-content;max-width:100%;color:var(--dim);font-size:.82em;line-height:1.35;max-height:4.1em;overflow:hidden}
.seq .fault .msg{border-bottom-style:dashed;border-bottom-color:var(--bad);color:var(--bad)}
.fault.m01 .msg::after,.fault.m12 .msg::after{border-left-color:var(--bad)}
.fault.m10 .msg::after,.fault.m21 .msg::after{border-right-color:var(--bad)}
`;

const NARROW = `
@media (max-width:40rem){
header,main,footer{padding-left:.75rem;padding-right:.75rem}
.when{margin-left:0;width:100%}
h1{font-size:1.4rem}
#filters{position:static}
html{scroll-padding-top:0}
dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.25rem}
.seq .lanes,.seq li{grid-template-columns:3.4rem minmax(0,1fr);gap:0 .4rem}
.seq .at i{display:none}
.lanes3 .msg{width:100%;margin-left:0!important}
.lanes3 .stage{background:none}
.lanes3 .msg .sr{position:static;width:auto;height:auto;clip-path:none;white-space:normal;color:var(--dim);display:block;font-size:.85em}
.lanes3 .lanes{display:none!important}
.list thead{display:none}
.list tr{display:block;border-bottom:1px solid var(--line);padding:.25rem 0}
.list td{display:block;border:0;padding:0 .2rem;width:auto!important;min-width:0!important}
.matrix tbody th{white-space:normal;min-width:8rem}
}
`;

const PAPER = `
@media print{
:root{${LIGHT}}
body{font-size:9.5pt}
header,main,footer{max-width:none;padding:0}
#filters,button,.skip,.all{display:none!important}
article,.x{content-visibility:visible;break-inside:auto}
h2,h3,thead,blockquote{break-after:avoid}
pre,.cmd code,.seq .said{max-height:none;overflow:visible}
.scroll{overflow:visible}
a{color:inherit;text-decoration:none}
tr,.seq li{break-inside:avoid}
}
`;

/** The whole style sheet, as its hash in the page's policy has it. */
export const STYLE = `:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme]){${DARK}}}
:root[data-theme=dark]{${DARK}}
${SCREEN}${DIAGRAM}${NARROW}${PAPER}`;
