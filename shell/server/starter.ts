import { guestCookie } from '@shop/supabase'

// The first script of a page that the server drew. The page stands without the shop's own scripts, so these wait until
// it is painted and the browser has nothing better to do, or the visitor reaches for something. A press that comes before
// they listen is kept and done again once they do, each when what the one before has changed is drawn; links and the age
// gate work by themselves. Where the scripts cannot be had it is the browser that sends a form: the server is then told
// which guest's cart it is about.
const starter = `(function(key,scripts,ahead,later){
var d=document,started=0,ready=0,held=[];
function add(tag,set){var e=d.createElement(tag);for(var k in set)e[k]=set[k];d.head.appendChild(e)}
function go(){if(started++)return;ahead.forEach(function(u){add("link",{rel:"preload",as:"script",href:u})});later.forEach(function(u){add("link",{rel:"prefetch",as:"script",href:u})});
scripts.forEach(function(u){add("script",{src:u,async:false,onerror:listen})})}
function hold(e){if(ready)return;go();
var t=e.target.closest&&e.target.closest(e.type==="submit"?"form":"button,[role=button]");
if(!t||t.closest("[data-age-gate]"))return;
e.preventDefault();e.stopPropagation();held.push(t)}
function listen(){if(ready++)return;if(!performance.getEntriesByName("shop-ready").length)tell();again()}
function tell(){try{var g=localStorage.getItem(key);if(g)d.cookie=key+"="+g+"; path=/; samesite=lax"}catch(e){}}
function again(){var t=held.shift();if(!t)return;if(t.isConnected)t.requestSubmit?t.requestSubmit():t.click();setTimeout(again)}
["pointerover","pointerdown","touchstart","keydown"].forEach(function(n){d.addEventListener(n,go,{once:true,passive:true,capture:true})});
d.addEventListener("click",hold,true);d.addEventListener("submit",hold,true);
d.addEventListener("shop-ready",listen,{once:true});
addEventListener("load",function(){requestAnimationFrame(function(){requestAnimationFrame(function(){(window.requestIdleCallback||setTimeout)(go,{timeout:3000})})})});
})`

/**
 * The inline script that starts a drawn page's scripts late.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param ahead addresses of what these will ask for, fetched beside them
 * @param later addresses of what they may ask for, fetched when nothing else is
 */
export function starterScript(scripts: readonly string[], ahead: readonly string[], later: readonly string[]): string {
  const list = (urls: readonly string[]) => JSON.stringify(urls).replaceAll('<', '\\u003c')
  return `${starter.replaceAll('\n', '')}(${[JSON.stringify(guestCookie), ...[scripts, ahead, later].map(list)].join()})`
}
