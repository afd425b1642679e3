import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver'
import { DriverService } from 'selenium-webdriver/remote'
import { freePort } from '@shop/local-supabase/free-port'
import { prelude, type Browser, type Page } from './tab'

async function newPage(server: string): Promise<Page & { version: string }> {
  const capabilities = new Capabilities({ browserName: 'MiniBrowser' })
  const driver = await new Builder().usingServer(server).withCapabilities(capabilities).build()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
  const run = async <T>(expression: string): Promise<T> => {
    // WebDriver has no script that a document begins with.
    if (!(await driver.executeScript<boolean>('return Boolean(window.TestingLibraryDom)')))
      await driver.executeScript(prelude)
    return driver.executeScript<T>(`return ${expression}`)
  }
  return {
    version: (await driver.getCapabilities()).getBrowserVersion() ?? '',
    errors: [],
    close: () => driver.quit(),
    goto: (url) => driver.get(url),
    evaluate: (expression) => run<unknown>(expression),
    element: async (expression) => {
      const element = await run<WebElement | null>(expression)
      if (!element) return null
      return {
        click: () => element.click(),
        fill: async (text) => {
          await element.clear()
          await element.sendKeys(text)
        },
      }
    },
  }
}

/** Starts WebKitGTK by its WebDriver, on a screen of its own. */
export async function startWebKit(driver: string, xvfb: string): Promise<Browser> {
  const screen = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display]: unknown[] = await once(screen.stdout, 'data')
  process.once('exit', () => screen.kill())
  const port = await freePort()
  const service = new DriverService.Builder(driver)
    .setPort(port)
    .setLoopback(true)
    .addArguments(`--port=${String(port)}`)
    .setEnvironment({
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      // Its sandbox needs rights that containers and root do not have; it opens pages of this shop only.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    })
    .build()
  const server = await service.start()
  const first = await newPage(server)
  await first.close()
  return {
    version: first.version,
    newPage: () => newPage(server),
    close: async () => {
      await service.kill()
      screen.kill()
    },
  }
}
