// @vitest-environment happy-dom
import { FragmentContext, type FragmentHost, type FragmentProps } from '@shop/router'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { prerender } from 'react-dom/static'
import { beforeEach, expect, test, vi } from 'vitest'
import { Fragment } from './fragment'

type Part = ComponentType<FragmentProps['recommendations']>

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const pressed = vi.fn()
const Row: Part = ({ productIds }) => <button onClick={pressed}>Goes with {productIds.join(' and ')}</button>
const Broken: Part = () => {
  throw new Error('It threw')
}

/** @param rendered whether the server has rendered it */
const hostOf = (code: Promise<Part>, rendered: boolean): FragmentHost => ({
  load: (() => code) as FragmentHost['load'],
  rendered: rendered ? ['recommendations'] : [],
  at: () => 'mf-catalog',
})

const page = (host: FragmentHost, ids: readonly string[]) => (
  <FragmentContext value={host}>
    <Fragment
      of="/products"
      name="recommendations"
      props={{ productIds: [...ids] }}
      placeholder={<p>Its place</p>}
      fallback={<p>Nothing goes with it</p>}
    />
  </FragmentContext>
)

/** Opens a page whose fragment's code comes when the test says. @param rendered whether the server has rendered it, and not its place */
async function openPage(rendered: boolean) {
  const container = document.createElement('div')
  const { prelude } = await prerender(page(hostOf(Promise.resolve(Row), rendered), ['balm']))
  container.innerHTML = await new Response(prelude).text()
  document.body.replaceChildren(container)
  let settle: (part: Part | Error) => void = () => undefined
  const code = new Promise<Part>((resolve, reject) => {
    settle = (part) => {
      if (part instanceof Error) reject(part)
      else resolve(part)
    }
  })
  const host = hostOf(code, rendered)
  const recovered = vi.fn()
  const { rerender } = render(page(host, ['balm']), {
    container,
    hydrate: true,
    onRecoverableError: recovered,
  })
  return {
    container,
    recovered,
    renderAgain: (...ids: string[]) => {
      rerender(page(host, ids))
    },
    arrive: (part: Part | Error) => {
      settle(part)
    },
  }
}

test('the server’s markup stays until the code comes, although the page renders again, and is hydrated then', async () => {
  const { container, recovered, renderAgain, arrive } = await openPage(true)
  const markup = container.querySelector('button')
  expect(markup).toHaveTextContent('Goes with balm')
  renderAgain('balm')
  expect(screen.getByRole('button')).toBe(markup)
  arrive(Row)
  await waitFor(async () => {
    await userEvent.click(screen.getByRole('button'))
    expect(pressed).toHaveBeenCalled()
  })
  expect(screen.getByRole('button')).toBe(markup)
  renderAgain('balm', 'feather')
  expect(markup).toHaveTextContent('Goes with balm and feather')
  expect(recovered).not.toHaveBeenCalled()
  expect(markup?.closest('[data-member]')).toHaveAttribute('data-member', 'mf-catalog')
})

test('one that the server has left out has its place until the code comes', async () => {
  const { recovered, arrive } = await openPage(false)
  expect(screen.getByText('Its place')).toBeVisible()
  arrive(Row)
  expect(await screen.findByRole('button', { name: 'Goes with balm' })).toBeVisible()
  expect(screen.queryByText('Its place')).not.toBeInTheDocument()
  expect(recovered).not.toHaveBeenCalled()
})

test.each([
  ['cannot be had', new Error('Lost')],
  ['throws', Broken],
])('where it %s something stands for it, and the failure is logged', async (_, part) => {
  for (const rendered of [true, false]) {
    const { arrive } = await openPage(rendered)
    arrive(part)
    expect(await screen.findByText('Nothing goes with it')).toBeVisible()
    expect(console.error).toHaveBeenCalled()
  }
})
