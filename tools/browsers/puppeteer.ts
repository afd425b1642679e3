import puppeteer, { ElementHandle, type Page as OpenPage } from 'puppeteer-core'
import { browserArguments } from '../test/browser'
import { prelude, type Browser, type Page } from './tab'

async function prepare(page: OpenPage, close: () => Promise<void>): Promise<Page> {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${String(error)}`))
  await page.setViewport({ width: 1280, height: 900 })
  await page.evaluateOnNewDocument(prelude)
  return {
    errors,
    close,
    goto: async (url) => {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    element: async (expression) => {
      const element = await page.evaluateHandle<[], () => Element | null>(expression)
      if (!(element instanceof ElementHandle)) return null
      // It waits until the element stands still and can be used.
      const locator = element.asLocator()
      return {
        click: () => locator.setTimeout(5_000).click(),
        fill: (text) => locator.setTimeout(30_000).fill(text),
      }
    },
  }
}

/** Starts Chromium, or Firefox by WebDriver BiDi. */
export async function startByPuppeteer(
  browser: 'chrome' | 'firefox',
  executablePath: string,
): Promise<Browser> {
  const args = browser === 'chrome' ? browserArguments : []
  const running = await puppeteer.launch({ browser, executablePath, args })
  return {
    version: (await running.version()).replace(/^.*\//, ''),
    newPage: async () => {
      const context = await running.createBrowserContext()
      return prepare(await context.newPage(), () => context.close())
    },
    close: () => running.close(),
  }
}
