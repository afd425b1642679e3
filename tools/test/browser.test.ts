import { chromium } from 'playwright'
import { expect, test } from 'vitest'
import { browserArguments } from './browser'

const featuresOf = (text: string): string[] => /--disable-features=(\S+)/.exec(text)?.[1]?.split(',') ?? []

test('features that Playwright switches off stay off, although another list replaces its own', async () => {
  // The error of what is no browser, and ends at once, names the arguments it was started with.
  const words: unknown = await chromium
    .launch({ executablePath: process.execPath })
    .catch((error: unknown) => error)
  const off = featuresOf(words instanceof Error ? words.message : '')
  expect(off).toContain('PaintHolding')
  expect(featuresOf(browserArguments.join(' '))).toEqual(expect.arrayContaining(off))
})
