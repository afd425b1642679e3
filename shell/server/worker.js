// The service worker of one edition of the shop: a release set with the shell that shows it. The web server puts the
// line `const edition = {…}` before this text, so that another edition is another worker with caches of its own.
// What is not named in the edition is left to the network: files of two editions never meet in one page.

const cacheOf = (kind) => `shop ${edition.id} ${kind}`
const untouched = /^\/(?:admin|checkout|supabase|vitals|healthz|config\.json|sw\.js)(?:[/.]|$)/
// Their pages may name an order or a link in their address: shown when there is a network, and never kept.
const unkept = /^\/(?:account|auth|orders|create-account|track-order)(?:\/|$)/
const most = { pages: 60, media: 150 }
const patienceMs = 4000

/** Whether a path is a file of this edition: its name stands for its content. */
function isOwnFile(path) {
  return edition.files.includes(path) || edition.folders.some((folder) => path.startsWith(folder))
}

/** Whether an answer is a page of this edition that may be kept. */
function isOwnPage(answer) {
  return (
    answer.status === 200 &&
    !answer.redirected &&
    answer.headers.get('x-edition') === edition.id &&
    !/no-store/.test(answer.headers.get('cache-control') ?? '')
  )
}

/** Keeps an answer; the oldest of its kind make room. */
async function keep(kind, key, answer) {
  const cache = await caches.open(cacheOf(kind))
  await cache.delete(key)
  await cache.put(key, answer)
  if (!most[kind]) return
  const keys = await cache.keys()
  for (const oldest of keys.slice(0, Math.max(0, keys.length - most[kind]))) await cache.delete(oldest)
}

async function kept(kind, key) {
  return (await caches.open(cacheOf(kind))).match(key, { ignoreVary: true })
}

/** A kept file, or the network's, which is then kept. */
async function file(kind, request) {
  const known = await kept(kind, request.url)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200 && answer.type === 'basic')
    await keep(kind, request.url, answer.clone()).catch(() => undefined)
  return answer
}

function withoutHash(address) {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

/** Asks the network; null when it does not answer in time. Rejects when there is none. */
async function inTime(asked) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The page from the network, else as this edition kept it, else the page that says there is no network. */
async function page(event) {
  const key = withoutHash(event.request.url)
  const { pathname } = new URL(key)
  const asked = fetch(event.request).then(async (answer) => {
    if (isOwnPage(answer) && !unkept.test(pathname))
      await keep('pages', key, answer.clone()).catch(() => undefined)
    // A page of another edition: its worker takes over from here.
    else if (answer.headers.has('x-edition') && answer.headers.get('x-edition') !== edition.id)
      self.registration.update().catch(() => undefined)
    return answer
  })
  event.waitUntil(
    asked.then(
      () => undefined,
      () => undefined,
    ),
  )
  const known = unkept.test(pathname) ? undefined : await kept('pages', key)
  try {
    const answer = known ? await inTime(asked) : await asked
    return answer ?? known
  } catch {
    return known ?? (await kept('house', new URL('/offline', key).href)) ?? Response.error()
  }
}

/** Keeps what a page that was opened without this worker's help is made of. */
async function remember({ page: address, files = [] }) {
  const key = withoutHash(address)
  const own = (url) => new URL(url, self.location.origin).origin === self.location.origin
  if (!own(key) || untouched.test(new URL(key).pathname) || unkept.test(new URL(key).pathname)) return
  if (!(await kept('pages', key))) {
    const answer = await fetch(key, { headers: { accept: 'text/html' } })
    if (!isOwnPage(answer)) return
    await keep('pages', key, answer)
  }
  for (const url of files) {
    const { pathname } = new URL(url, self.location.origin)
    const kind = isOwnFile(pathname) ? 'files' : pathname.startsWith('/media/') ? 'media' : null
    if (own(url) && kind && !(await kept(kind, url))) {
      const answer = await fetch(url)
      if (answer.status === 200) await keep(kind, url, answer)
    }
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const address = new URL('/offline', self.location.origin).href
      await keep('house', address, await fetch(address, { cache: 'reload' }))
      await self.skipWaiting()
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter(
        (name) => name.startsWith('shop ') && !name.startsWith(`shop ${edition.id} `),
      )
      await Promise.all(old.map((name) => caches.delete(name)))
      await clients.claim()
    })(),
  )
})

self.addEventListener('message', (event) => {
  if (typeof event.data?.page === 'string') event.waitUntil(remember(event.data).catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (
    request.method !== 'GET' ||
    url.origin !== self.location.origin ||
    untouched.test(url.pathname) ||
    request.headers.has('range')
  )
    return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (isOwnFile(url.pathname)) event.respondWith(file('files', request))
  else if (url.pathname.startsWith('/media/')) event.respondWith(file('media', request))
})
