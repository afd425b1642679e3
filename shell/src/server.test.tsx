import type { ReleaseSet } from '@shop/federation'
import { formAction, goTo } from '@shop/forms/posted'
import { defineRoutes, lazyAction, subjectRoute, useActionData, useParams } from '@shop/router'
import { testSettings } from '@shop/settings/testing'
import { createLoader, queryOptions, useAppQuery, useAwaitedQuery } from '@shop/supabase'
import { Fragment } from '@shop/ui/fragment'
import { expect, test, vi } from 'vitest'
import { renderPage, type RenderInput } from './server'

const remote = 'mf-catalog'
const set: ReleaseSet = {
  id: 'one',
  remotes: {
    [remote]: {
      version: 'v1',
      manifest: '/m',
      entry: '/e',
      globalName: 'g',
      routes: [],
      pages: [],
      mounts: ['/', '/things'],
      server: '/s',
    },
  },
}
interface Named {
  name: string
}
const things: Record<string, () => Promise<Named | { movedTo: string } | null>> = {
  stone: () => Promise.resolve({ name: 'Stone' }),
  pebble: () => Promise.resolve({ movedTo: '/things/stone' }),
  lost: () => Promise.reject(new Error('down')),
}
const thingQuery = (slug = '') =>
  queryOptions({ key: ['thing', slug], queryFn: () => things[slug]?.() ?? Promise.resolve(null) })
const Thing = () => {
  const { data } = useAppQuery(thingQuery(useParams().slug))
  return <h1>{data === null ? 'No such thing' : data && 'name' in data ? data.name : 'Waiting'}</h1>
}
const page = { title: 'Things', description: 'All things' }
const routes = defineRoutes([
  { path: '/things', page, lazy: () => Promise.resolve({ Component: () => <h1>All things</h1> }) },
  { path: '/things/broken', page, lazy: () => Promise.reject(new Error('Its code threw')) },
  {
    path: '/things/throws',
    page,
    Component: () => {
      throw new Error('It threw while it was rendered')
    },
  },
  {
    path: '/things/row',
    page,
    Component: () => (
      <>
        <h1>A page</h1>
        <Fragment
          of="/things"
          name="recommendations"
          props={{ productIds: ['stone'] }}
          placeholder={<p>The place</p>}
        />
      </>
    ),
  },
  {
    path: '/things/refused',
    page,
    loader: () => {
      throw new Error('Its loader threw')
    },
    Component: () => <h1>Never</h1>,
  },
  subjectRoute({
    path: '/things/:slug',
    subject: ({ slug }) => thingQuery(slug),
    page: {
      head: (found) => ('movedTo' in found ? found : { title: found.name, description: 'A thing' }),
      missing: 'No such thing',
    },
    loader: createLoader(({ params }) => thingQuery(params.slug)),
    Component: Thing,
  }),
])
const input = (path: string, rest: Partial<RenderInput> = {}): RenderInput => ({
  url: `http://shop.test${path}`,
  siteUrl: 'http://shop.test',
  browserUrl: 'http://shop.test/supabase',
  supabaseUrl: 'http://backend.test',
  supabaseKey: 'k',
  releaseSet: set,
  settings: testSettings,
  fetch: () => Promise.reject(new Error('no request expected')),
  guestId: null,
  remote: { name: remote, exposed: routes },
  ...rest,
})
async function rendered(path: string, rest?: Partial<RenderInput>) {
  const rendered = await renderPage(input(path, rest))
  if (rendered instanceof Response || rendered === 'missing') throw new Error('Expected a page')
  return rendered
}

test('a page whose code fails to load does not affect other pages of its remote', async () => {
  await expect(renderPage(input('/things/broken'))).rejects.toThrow('Its code threw')
  expect((await rendered('/things')).markup).toContain('All things')
})

test.each([
  ['/things/throws', 'while it was rendered'],
  ['/things/refused', 'Its loader threw'],
])('%s rejects, so that no error page is cached', async (path, reason) => {
  await expect(renderPage(input(path))).rejects.toThrow(reason)
})

test('the layout of a page can be rendered alone, with its breadcrumbs, the age gate and without state for hydration', async () => {
  const frame = await rendered('/things/throws', {
    frame: [{ label: 'Home', to: '/' }, { label: 'A throw' }],
    settings: { ...testSettings, ageGate: { scope: 'all' } },
  })
  expect(frame.state).toBeNull()
  expect(frame.markup).toContain('<footer')
  expect(frame.markup).toContain('A throw')
  expect(frame.markup).toContain('Age Verification Required')
})

test('the head of a page about one thing follows from what its loader found', async () => {
  const stone = await rendered('/things/stone')
  expect(stone.subject).toEqual({ is: 'here', head: { title: 'Stone', description: 'A thing' } })
  expect(stone.markup).toContain('<h1>Stone</h1>')
  const moved = await renderPage(input('/things/pebble'))
  expect(moved instanceof Response && [moved.status, moved.headers.get('location')]).toEqual([
    301,
    '/things/stone',
  ])
  expect(await renderPage(input('/things/nothing'))).toBe('missing')
  const lost = await rendered('/things/lost')
  expect([lost.subject, lost.cacheable]).toEqual([{ is: 'unknown' }, false])
  expect((await rendered('/things')).subject).toBeNull()
})

test('a page about one thing reads it once', async () => {
  const read = vi.fn(() => Promise.resolve({ name: 'Counted' }))
  things.counted = read
  expect((await rendered('/things/counted')).subject).toMatchObject({
    is: 'here',
    head: { title: 'Counted' },
  })
  expect(read).toHaveBeenCalledOnce()
})

test('the shared not-found page is the same for all its paths', async () => {
  for (const [one, other] of [
    ['/things/-', '/things/evil-words'],
    ['/-/-/-', '/evil-words'],
    ['/things/-/-', '/things/evil/words'],
  ]) {
    const [first, second] = await Promise.all([
      rendered(one ?? '', { missing: true }),
      rendered(other ?? '', { missing: true }),
    ])
    expect(first.markup, one).toContain('Not found')
    expect([second.markup === first.markup, second.head === first.head], other).toEqual([true, true])
  }
})

/** A page with the names of its rules in any order. */
async function comparable(path: string, rest?: Partial<RenderInput>) {
  const { markup, head, styles } = await rendered(path, rest)
  const rules = styles.flatMap(({ css }) => css.match(/\.css-[\da-z]+/g) ?? [])
  return { markup, head, rules: [...new Set(rules)].sort() }
}

const sent = (freeDeliveryFrom: number) => ({ settings: { ...testSettings, freeDeliveryFrom } })

test.each(['/things', '/about', '/contact', '/products', '/aboutness', '/%61bout'])(
  'header and footer of %s, rendered once a set, are those of a page rendered again',
  async (path) => {
    const frame = { frame: [{ label: 'Here', to: path }], remote: null }
    const ways = [{}, frame, sent(77)]
    for (const rest of ways) await rendered(path, rest)
    for (const rest of ways)
      // To the byte, so that caches keep it.
      expect(await rendered(path, rest)).toEqual(await rendered(path, { ...rest, releaseSet: { ...set } }))
    expect((await rendered(path, sent(77))).markup).toContain(
      'Free UK delivery on orders of £92.40 or more (£77 before VAT)',
    )
  },
)

test('nothing of a guest stands in what is rendered for another visitor, nor the other way round', async () => {
  const releaseSet = { ...set }
  const guestId = 'session_0123456789abcdef0123456789abcdef0123456789abcdef'
  const readCart = vi.fn(() => Promise.resolve(Response.json([])))
  const guest = { releaseSet, guestId, fetch: readCart }
  const first = await comparable('/things', guest)
  expect(readCart).toHaveBeenCalledOnce()
  expect(await comparable('/things', { releaseSet })).toEqual(
    await comparable('/things', { releaseSet: { ...set } }),
  )
  expect(JSON.stringify(await rendered('/things', { releaseSet }))).not.toContain(guestId)
  expect(await comparable('/things', guest)).toEqual(first)
})

interface Announced {
  announced: string
}
const Ask = () => <h1>{useActionData<Announced>()?.announced ?? 'Nothing was sent'}</h1>
const asking = defineRoutes([
  {
    path: '/things/ask',
    page,
    Component: Ask,
    action: lazyAction(() =>
      Promise.resolve({
        action: formAction<Announced>(({ form, url }) =>
          Promise.resolve(
            form.get('go') === 'on'
              ? goTo('/things', { from: url.pathname })
              : { status: 422, shown: { announced: `You said ${String(form.get('word'))}` } },
          ),
        ),
      }),
    ),
  },
])

test('a form is answered by the action of its page, and the page hydrates with the answer', async () => {
  const more = { remote: { name: remote, exposed: asking } }
  const responded = await rendered('/things/ask', { ...more, posted: 'word=%3Cb%3Equiet' })
  expect(responded.status).toBe(422)
  expect(responded.markup).toContain('You said &lt;b&gt;quiet')
  expect(JSON.stringify(responded.state?.routes)).toContain('You said <b>quiet')
  const opened = await rendered('/things/ask', more)
  expect(opened.markup).toContain('Nothing was sent')
  expect(opened.state?.routes.map(({ response }) => response)).toEqual([undefined])
  const led = await renderPage(input('/things/ask', { ...more, posted: 'go=on' }))
  expect(led instanceof Response && [led.status, led.headers.get('location')]).toEqual([
    303,
    '/things?from=%2Fthings%2Fask',
  ])
})

/** A page with a fragment. @param name of the query that the fragment waits for; null while it throws */
function withFragment(slug: string | null) {
  const Component = () => {
    if (slug === null) throw new Error('The fragment threw')
    const found = useAwaitedQuery(thingQuery(slug))
    return <h2>{found && 'name' in found && found.name}</h2>
  }
  return rendered('/things/row', {
    fragments: { recommendations: remote },
    fragmentsOf: () => ({ recommendations: { lazy: () => Promise.resolve({ Component }) } }),
  })
}

test('a fragment is a part of the page, marked with its remote, and its data comes along', async () => {
  const { markup, state } = await withFragment('stone')
  expect(markup).toMatch(/<h1>A page<\/h1><div data-member="mf-catalog">.*<h2>Stone<\/h2>/)
  expect(markup).not.toContain('The place')
  expect(state).toMatchObject({
    fragments: ['recommendations'],
    data: [[['thing', 'stone'], { name: 'Stone' }]],
  })
})

test('a fragment that throws, or whose data cannot be had, rejects the page, which can be rendered without', async () => {
  await expect(withFragment(null)).rejects.toThrow('The fragment threw')
  await expect(withFragment('lost')).rejects.toThrow('down')
  const { markup, state } = await rendered('/things/row')
  expect(markup).toContain('<div data-member="mf-catalog"><p>The place</p></div>')
  expect(state).not.toHaveProperty('fragments')
})
