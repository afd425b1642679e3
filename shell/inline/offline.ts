/** A browser may reconnect without saying so, or say so before the shop can be reached. */
const everyMs = 10_000

/** On the offline page: shows the links to cached pages, and reloads once the shop answers again. */
export function watchConnection(): void {
  const check = () => {
    // A browser also counts as online without internet access, so only a response of the shop counts.
    fetch('/healthz', { cache: 'no-store' }).then(
      (response) => {
        if (response.ok) location.reload()
      },
      () => undefined,
    )
  }
  addEventListener('online', check)
  setInterval(check, everyMs)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-cached]'))
    void caches.match(link.href).then((page) => {
      link.hidden = !page
    })
}
