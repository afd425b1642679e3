// @vitest-environment happy-dom
import { FragmentContext } from '@shop/router'
import { renderApp } from '@shop/testing'
import { Dialog } from '@shop/ui'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fragmentHost } from '../fragments/fragment-host'
import { SearchOpener } from './search-opener'

beforeAll(() => Dialog.preload())

// happy-dom has no popovers.
const [showPopover, hidePopover] = [vi.fn(), vi.fn()]
beforeEach(() => {
  vi.resetAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  Object.assign(HTMLElement.prototype, { showPopover, hidePopover })
})

const Search = ({ open }: { open: boolean }) => open && <p>The search</p>
const offering = (Component: unknown) => ({ search: { lazy: () => Promise.resolve({ Component }) } })

/** A page with the search above it. @param fragments what the remote that serves the search exposes */
async function openPage(fragments: () => Promise<unknown>) {
  const host = fragmentHost({
    at: (path) => (path === '/search' ? 'mf-catalog' : null),
    fragments,
  })
  const element = (
    <FragmentContext value={host}>
      <SearchOpener />
    </FragmentContext>
  )
  renderApp([{ path: '*', element }])
  await screen.findByRole('button', { name: 'Search', expanded: false })
}
const press = () => userEvent.keyboard('{Control>}k{/Control}')

test('opens the fragment of the remote that serves the search', async () => {
  await openPage(() => Promise.resolve(offering(Search)))
  await press()
  expect(await screen.findByText('The search')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Search', expanded: true })).toBeVisible()
  expect(showPopover).not.toHaveBeenCalled()
})

test.each<[string, () => Promise<unknown>]>([
  ['cannot be had', () => Promise.reject(new Error('Lost'))],
  ['is not among those of its remote', () => Promise.resolve(undefined)],
  [
    'throws',
    () =>
      Promise.resolve(
        offering(() => {
          throw new Error('Broken')
        }),
      ),
  ],
])('where it %s the browser opens its field and the failure is logged', async (_, fragments) => {
  await openPage(fragments)
  await press()
  await waitFor(() => {
    expect(showPopover).toHaveBeenCalledOnce()
  })
  expect(console.error).toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Search', expanded: false })).toBeVisible()
})

test('where it is late the browser opens its field, and the next press asks again', async () => {
  let come: (exposed: unknown) => void = () => undefined
  const slow = new Promise((resolve) => {
    come = resolve
  })
  await openPage(() => slow)
  await press()
  await waitFor(
    () => {
      expect(showPopover).toHaveBeenCalledOnce()
    },
    { timeout: 10_000 },
  )
  come(offering(Search))
  await press()
  expect(await screen.findByText('The search')).toBeVisible()
})

test('where it threw the next press opens it again', async () => {
  let isBroken = true
  const Broken = (props: { open: boolean }) => {
    if (props.open && isBroken) throw new Error('Broken')
    return <Search {...props} />
  }
  await openPage(() => Promise.resolve(offering(Broken)))
  await press()
  await waitFor(() => {
    expect(showPopover).toHaveBeenCalledOnce()
  })
  isBroken = false
  await press()
  expect(await screen.findByText('The search')).toBeVisible()
})
