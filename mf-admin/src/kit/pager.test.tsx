// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageLinks, Pager } from './pager'

test('at most five pages are linked, the current one among them', () => {
  expect(pageLinks(1, 12)).toEqual({ current: 1, links: [1, 2, 3, 4, 5] })
  expect(pageLinks(6, 12)).toEqual({ current: 6, links: [4, 5, 6, 7, 8] })
  expect(pageLinks(12, 12)).toEqual({ current: 12, links: [8, 9, 10, 11, 12] })
  expect(pageLinks(2, 3)).toEqual({ current: 2, links: [1, 2, 3] })
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 1e6 }), (page, pages) => {
      const { current, links } = pageLinks(page, pages)
      expect(links).toContain(current)
      expect(links).toHaveLength(Math.min(5, pages))
      expect(links.every((link) => link >= 1 && link <= pages)).toBe(true)
    }),
  )
})

test.each([
  [0, 1],
  [-3, 1],
  [99, 4],
  [NaN, 1],
])('page %s of 4 counts as page %s', (page, nearest) => {
  expect(pageLinks(page, 4).current).toBe(nearest)
})

test('the links keep the filters; the first page has no parameter', async () => {
  const router = renderApp([{ path: '/list', element: <Pager page={2} pages={9} /> }], {
    path: '/list?q=silk&page=2',
  })
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  expect(router.state.location.search).toBe('?q=silk&page=3')
  await userEvent.click(screen.getByRole('link', { name: 'Page 1' }))
  expect(router.state.location.search).toBe('?q=silk')
})

test('Previous leads nowhere from the first page, and a single page has no pager', () => {
  renderApp([{ path: '/', element: <Pager page={1} pages={2} /> }])
  const previous = screen.getByRole('link', { name: 'Previous' })
  expect(previous).toHaveAttribute('aria-disabled', 'true')
  expect(previous).not.toHaveAttribute('href')
  cleanup()
  renderApp([{ path: '/', element: <Pager page={1} pages={1} /> }])
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})
