/** On the offline page: shows the links to cached pages, and reloads once the shop answers again. */
export function watchConnection(): void {
  addEventListener('online', () => {
    // A browser is online in a network that leads nowhere, too: only an answer of the shop counts.
    fetch('/healthz', { cache: 'no-store' }).then(
      (response) => {
        if (response.ok) location.reload()
      },
      () => undefined,
    )
  })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-cached]'))
    void caches.match(link.href).then((page) => {
      link.hidden = !page
    })
}
