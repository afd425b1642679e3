// @vitest-environment happy-dom
import { SiteProvider } from '@shop/settings'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Picture } from './picture'
import { renderUi } from './testing'

afterEach(() => {
  vi.unstubAllGlobals()
})

const shown = (alt: string) => screen.getByAltText(alt)

test('our media are lazy AVIF and WebP in every width up to the master', () => {
  const { container } = renderUi(<Picture src="/media/halo-ring-1.webp" alt="Halo Ring" sizes="50vw" />)
  const sources = [...container.querySelectorAll('source')]
  expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp'])
  expect(sources[0]?.srcset).toContain('/media/halo-ring-1-640.avif 640w')
  expect(sources[1]?.srcset).toContain('/media/halo-ring-1.webp 1600w')
  expect(sources.map((source) => source.srcset).join()).not.toContain('1800')
  expect(sources[0]).toHaveAttribute('sizes', '50vw')
  expect(shown('Halo Ring')).toHaveAttribute('loading', 'lazy')
})

test('a picture above the fold has priority', () => {
  const { container } = renderUi(
    <Picture src="/media/hero-wide.webp" alt="Hero" masterWidth={2400} priority />,
  )
  expect(container.querySelector('source')?.srcset).toContain('/media/hero-wide-1280.avif 1280w')
  expect(shown('Hero')).toHaveAttribute('loading', 'eager')
  expect(shown('Hero')).toHaveAttribute('fetchpriority', 'high')
})

test('another URL is a plain image', () => {
  const { container } = renderUi(<Picture src="https://cdn.example/a.png" alt="A" />)
  expect(container.querySelectorAll('source')).toHaveLength(0)
  expect(shown('A')).toHaveAttribute('src', 'https://cdn.example/a.png')
})

test('no picture, or one that fails again past the caches, shows the placeholder and says so', async () => {
  renderUi(<Picture src={null} alt="Moss Balm" />)
  expect(shown('Moss Balm (image not available)')).toHaveAttribute('src', '/media/placeholder.webp')
  for (const response of [
    () => Promise.resolve(new Response()),
    () => Promise.reject(new TypeError('offline')),
  ]) {
    vi.stubGlobal('fetch', response)
    const { unmount } = renderUi(<Picture src="/media/gone-1.webp" alt="Gone" />)
    const first = shown('Gone')
    fireEvent.error(first)
    await waitFor(() => {
      expect(first).not.toBeInTheDocument()
    })
    for (const second of screen.queryAllByAltText('Gone')) fireEvent.error(second)
    expect(shown('Gone (image not available)')).toHaveAttribute('src', '/media/placeholder.webp')
    unmount()
  }
})

test('a picture that came damaged is asked for once more, past the caches that hold it', async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', asked)
  renderUi(<Picture src="/media/halo-ring-1.webp" alt="Halo Ring" />)
  const first = shown('Halo Ring')
  fireEvent.error(first)
  await waitFor(() => {
    expect(shown('Halo Ring')).not.toBe(first)
  })
  expect(asked).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({ cache: 'reload' }),
  )
})

test('an upload comes from the backend, in its widths', () => {
  const address = '/storage/v1/object/public/product-images/product-images/a-640.webp'
  const { container } = renderUi(
    <SiteProvider value={{ siteUrl: 'https://shop.test', backendUrl: 'https://backend.test' }}>
      <Picture src={address} alt="A" sizes="50vw" />
    </SiteProvider>,
  )
  const sources = [...container.querySelectorAll('source')]
  expect(sources.map(({ type }) => type)).toEqual(['image/webp'])
  expect(sources[0]?.srcset).toContain(
    'https://backend.test/storage/v1/object/public/product-images/product-images/a-320.webp 320w',
  )
  expect(shown('A')).toHaveAttribute('src', `https://backend.test${address}`)
})
