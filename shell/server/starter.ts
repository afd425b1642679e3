// What runs in a drawn page before any script of the shop, in three parts that share one function's scope. It stands in
// every page, so it is short; the comments are here.

// The page stands without the shop's own scripts, so these wait until it is painted and the browser has nothing better to
// do, or the visitor reaches for something.
const loading = `
function add(tag,set){var e=d.createElement(tag);for(var k in set)e[k]=set[k];d.head.appendChild(e)}
function go(){if(started++)return;ahead.forEach(function(u){add("link",{rel:"preload",as:"script",href:u})});later.forEach(function(u){add("link",{rel:"prefetch",as:"script",href:u})});
scripts.forEach(function(u){add("script",{src:u,async:false,onerror:listen})})}
["pointerover","pointerdown","touchstart","keydown"].forEach(function(n){d.addEventListener(n,go,{once:true,passive:true,capture:true})});
addEventListener("load",function(){requestAnimationFrame(function(){requestAnimationFrame(function(){(window.requestIdleCallback||setTimeout)(go,{timeout:3000})})})});`

// Fields. React draws a controlled field again from its own state, which knows nothing of what was entered before it
// listened. So the state of every field that was changed is kept: by the visitor's events, and, for what the browser
// filled in or restored without an event, by comparing all fields with their first state when the shop starts. Once it
// listens each is entered again as a visitor would, outside React's own work, which would put off what the events ask for.
// Setting the property that React watches to something else first makes the following event a change in its eyes. A field
// that is left is told so, since some take a value only then; one with the focus keeps its caret, and one in which a
// character is being composed is entered when that is done.
const fields = `
function boxed(c){return c.type==="checkbox"||c.type==="radio"}
function isField(c){return c.matches&&c.matches("input:not([type=hidden],[type=submit],[type=button],[type=file]),select,textarea")}
function note(c){kept.set(c,boxed(c)?c.checked:c.value)}
function changed(c){if(boxed(c))return c.checked!==c.defaultChecked;if(!c.options)return c.value!==c.defaultValue;
return c.selectedIndex!==Math.max(0,[].map.call(c.options,function(o){return o.defaultSelected}).lastIndexOf(true))}
function survey(){d.querySelectorAll("input,select,textarea").forEach(function(c){if(isField(c)&&changed(c))note(c)})}
function say(c,n){c.dispatchEvent(new Event(n,{bubbles:true}))}
function leave(c){c.dispatchEvent(new FocusEvent("focusout",{bubbles:true}))}
function same(c){return c.isConnected?c:c.id&&d.getElementById(c.id)||[].find.call(d.getElementsByName(c.name),function(o){return o.type===c.type&&(!boxed(c)||o.value===c.value)})}
function enter(v,old){var c=same(old),from,to;if(!c||c.disabled)return;
if(c===composing)return c.addEventListener("compositionend",function(){setTimeout(function(){enter(c.value,c)})},{once:true});
if(boxed(c)){if(v||c.type==="checkbox"){c.checked=!v;c.click()}return}
try{from=c.selectionStart;to=c.selectionEnd}catch(e){}
c.value=v?"":c.defaultValue;Object.getOwnPropertyDescriptor(Object.getPrototypeOf(c),"value").set.call(c,v);
if(from!=null)c.setSelectionRange(from,to);
say(c,"input");say(c,"change");if(c!==d.activeElement)leave(c)}
["input","change"].forEach(function(n){d.addEventListener(n,function(e){if(!ready&&isField(e.target))note(e.target)},true)});
d.addEventListener("compositionstart",function(e){composing=e.target},true);d.addEventListener("compositionend",function(){composing=0},true);
d.addEventListener("shop-starting",survey,{once:true});`

// Presses. One that comes before the shop listens is kept, shown as busy at once, and done again after the fields are
// entered, each when what the one before has changed is drawn; a second press of a form's button is one press. Links and
// the age gate work by themselves. Where the scripts cannot be had it is the browser that sends a form.
const presses = `
function busy(t){t.setAttribute("aria-busy","true");t.setAttribute("data-held",getComputedStyle(t).position)}
function free(t){t.removeAttribute("aria-busy");t.removeAttribute("data-held")}
function hold(e){if(ready)return;go();
var f=e.type==="submit"&&e.target,t=f?e.submitter||f.querySelector("[type=submit]")||f:e.target.closest&&e.target.closest("button,[role=button]");
if(!t||t.closest("[data-age-gate]"))return;
e.preventDefault();e.stopPropagation();if(t.form&&t.type==="submit"&&held.indexOf(t)>=0)return;held.push(t);busy(t)}
function listen(){if(!over++)setTimeout(replay)}
function replay(){ready=1;
var a=d.activeElement;kept.forEach(enter);if(held.length&&kept.has(a))leave(a);setTimeout(again)}
function again(){var t=held.shift();if(!t)return;if(held.indexOf(t)<0)free(t);if(t.isConnected)t.requestSubmit?t.requestSubmit():t.click();setTimeout(again)}
d.addEventListener("click",hold,true);d.addEventListener("submit",hold,true);
d.addEventListener("shop-ready",listen,{once:true});`

const starter = `(function(scripts,ahead,later){var d=document,started=0,over=0,ready=0,held=[],kept=new Map(),composing=0;${loading}${fields}${presses}})`

/**
 * How a held press looks: the ring of the design system in the label's place. Nothing moves, and the label is still said.
 * It belongs into the page's first style, since the policy of the page lets no script write one.
 */
export const heldStyle =
  'html [data-held]{cursor:progress;-webkit-text-fill-color:transparent}html [data-held=static]{position:relative}html [data-held]>*{opacity:0}' +
  'html [data-held]::after{content:"";position:absolute;inset:0;margin:auto;box-sizing:border-box;width:14px;height:14px;border:1.25px solid;' +
  'border-inline-end-color:transparent;border-radius:50%;animation:held .9s linear infinite}@keyframes held{to{transform:rotate(1turn)}}' +
  '@media (prefers-reduced-motion:reduce){html [data-held]::after{animation:none}}'

/**
 * The inline script that starts a drawn page's scripts late, and keeps what the visitor does until they have come.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param ahead addresses of what these will ask for, fetched beside them
 * @param later addresses of what they may ask for, fetched when nothing else is
 */
export function starterScript(
  scripts: readonly string[],
  ahead: readonly string[],
  later: readonly string[],
): string {
  const list = (urls: readonly string[]) => JSON.stringify(urls).replaceAll('<', '\\u003c')
  return `${starter.replaceAll('\n', '')}(${[scripts, ahead, later].map(list).join()})`
}
