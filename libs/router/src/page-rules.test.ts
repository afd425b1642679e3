import { expect, test } from 'vitest'
import { defineRoutes, subjectRoute } from './define-routes'
import { pageRules } from './page-rules'

const page = { title: 'A page', description: 'Of the shop' }
const query = { key: ['thing'], queryFn: () => Promise.resolve({ name: 'Stone' }) }

test('a page is indexed, cached on the device and the same for all, unless it says otherwise', () => {
  const [open, personal] = pageRules(
    defineRoutes([
      { path: '/open', page },
      { path: '/mine', page: { ...page, personal: true } },
    ]),
  )
  expect(open).toMatchObject({ robots: 'index', personal: false, offline: 'page', status: 200, reads: false })
  expect(personal).toMatchObject({ robots: 'disallow', personal: true, offline: 'notice' })
})

test('children have the description of their parent, and may have their own', () => {
  const rules = pageRules(
    defineRoutes([
      {
        path: '/desk',
        page,
        children: [
          { index: true },
          { path: '/desk/drawer' },
          { path: '/desk/*', page: { ...page, title: 'Nothing here', status: 404 } },
        ],
      },
    ]),
  )
  expect(rules.map(({ path, head, status }) => [path, head?.title, status])).toEqual([
    ['/desk', 'A page', 200],
    ['/desk/drawer', 'A page', 200],
    ['/desk/*', 'Nothing here', 404],
  ])
})

test('the head of a page about one thing is not in its rule: it follows from what is found', () => {
  const [rule] = pageRules(
    defineRoutes([
      subjectRoute({
        path: '/things/:slug',
        subject: () => query,
        page: { head: ({ name }) => ({ title: name, description: name }), missing: 'No such thing' },
      }),
    ]),
  )
  expect(rule).toMatchObject({ head: null, missing: 'No such thing' })
})

test('a rule is the same after it has been written as JSON', () => {
  const rules = pageRules(defineRoutes([{ path: '/open', crumb: 'Open', page }]))
  expect(JSON.parse(JSON.stringify(rules))).toEqual(rules)
})

test('a route that says nothing of its page is an error that names it', () => {
  expect(() => pageRules(defineRoutes([{ path: '/silent' }]))).toThrow('/silent')
  expect(() => pageRules([{ path: '/plain' }])).toThrow('/plain')
})
