/** Where browsers confirm that a page runs. */
export const loadsPath = '/loads'

/** Cookie of a document that was served while a canary runs. */
export const loadCookie = 'aurelle_load'

/** Tells the web server that this page runs, while it compares two release sets. */
export function confirmLoad(): void {
  if (document.cookie.includes(`${loadCookie}=`)) navigator.sendBeacon(loadsPath)
}
