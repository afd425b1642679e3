/** Calls back when the browser is idle. */
export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call)
  else setTimeout(call, 200)
}
