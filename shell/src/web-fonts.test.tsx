// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useWebFonts } from './web-fonts'

const { dataset } = document.documentElement

function Page({ pathname }: { pathname: string }) {
  useWebFonts(pathname)
  return pathname
}

afterEach(() => {
  delete dataset.fonts
  performance.clearMarks()
})

test('the web fonts are used from the next page on, and not before they have been loaded', () => {
  dataset.fonts = 'fallback'
  const { rerender } = render(<Page pathname="/" />)
  rerender(<Page pathname="/about" />)
  expect(dataset.fonts).toBe('fallback')
  performance.mark('web-fonts')
  rerender(<Page pathname="/about" />)
  expect(dataset.fonts).toBe('fallback')
  rerender(<Page pathname="/faq" />)
  expect(dataset.fonts).toBeUndefined()
})
