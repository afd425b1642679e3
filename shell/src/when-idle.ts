/**
 * Calls back when the browser is idle, after two seconds at the latest: Chromium may leave an idle callback waiting without end, even on a
 * page where nothing happens.
 */
export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 2000 })
  else setTimeout(call, 200)
}
