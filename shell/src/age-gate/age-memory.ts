const key = 'aurelle_age_confirmed'

/** True when the visitor has confirmed their age in this browser session. */
export function ageConfirmed(): boolean {
  try {
    return sessionStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

/** Keeps the visitor's confirmation until the browser session ends. */
export function rememberAge() {
  try {
    sessionStorage.setItem(key, 'yes')
  } catch {
    // storage is closed to us in some private windows: the answer then lasts until the page is left
  }
}

/**
 * Inline this before the first paint: it hides the gate that the server drew from who has answered it, and keeps an
 * answer given before the shop's own scripts have arrived.
 */
export const ageScript = `(function(){var d=document,h=d.documentElement,k="${key}";try{if(sessionStorage.getItem(k)==="yes")h.dataset.age="ok"}catch(e){}d.addEventListener("submit",function(e){if(!e.target.closest("[data-age-gate]"))return;try{sessionStorage.setItem(k,"yes")}catch(e){}h.dataset.age="ok"},true)})()`

/** The style that goes with the script. */
export const ageStyle = 'html[data-age=ok] [data-age-gate]{display:none}'
