import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '../../tools/test/browser'
import { videoOfEan13, videoOfQr } from './camera-video'
import { test } from '../../e2e/shop'
import { signInStaff } from '../../e2e/steps'

const size = { width: 1280, height: 900 }

/** A browser whose camera shows a video. */
const browserWithCamera = (video: string): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser(),
    args: [
      ...browserArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })

const useCamera = (page: Page) => page.getByRole('button', { name: 'Use the camera' }).click()
const isReader = (url: string) => url.includes('/js/rare-code-reader')

test('the camera reads the QR code of a label, and staff book pieces in', async ({
  baseURL,
  staff,
}, info) => {
  await staff.addSizes('scanned-robe', 'Scanned Robe', { S: 1, M: 4 })
  const video = videoOfQr(info.outputPath('qr.y4m'), `${baseURL ?? ''}/products/scanned-robe?size=m`)
  const browser = await browserWithCamera(video)
  try {
    const page = await browser.newPage({ baseURL, viewport: size, serviceWorkers: 'block' })
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await signInStaff(page)
    await page.goto('/admin/dashboard')
    await page.getByRole('link', { name: 'QR inventory scan' }).click()
    await expect(page.getByLabel('Barcode, SKU or product address')).toBeFocused()
    expect(scripts.some(isReader), 'the reader is loaded before the camera is used').toBe(false)

    await useCamera(page)
    await expect(page.getByRole('heading', { name: 'Scanned Robe' })).toBeVisible()
    expect(scripts.some(isReader)).toBe(true)
    await expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible()
    await expect(page.getByRole('status').getByText('Scanned Robe, M. 4 in stock.')).toBeAttached()

    await page.getByLabel('Change by').fill('3')
    await page.getByLabel('Note').fill('Delivery 12')
    await page.getByRole('button', { name: 'Update stock' }).click()
    await expect(page.getByText('Scanned Robe, M: 7 in stock.')).toBeVisible()
    expect(await staff.stockOf('scanned-robe')).toBe(8)
    await expect(page.getByLabel('Barcode, SKU or product address')).toBeFocused()
    expect(violations).toEqual([])
  } finally {
    await browser.close()
  }
})

test('the camera reads an EAN-13', async ({ baseURL, staff }, info) => {
  await staff.setBarcode('moss-balm', '5901234123457')
  const browser = await browserWithCamera(videoOfEan13(info.outputPath('ean.y4m'), '5901234123457'))
  try {
    const page = await browser.newPage({ baseURL, viewport: size, serviceWorkers: 'block' })
    await signInStaff(page)
    await page.goto('/admin/scan')
    await useCamera(page)
    await expect(page.getByRole('heading', { name: 'Moss Balm' })).toBeVisible()
    await expect(page).toHaveURL(/code=5901234123457/)
  } finally {
    await browser.close()
  }
})

test('Tab leaves the field, and all of the page is reached by keyboard', async ({ visitor: page }) => {
  await signInStaff(page)
  await page.goto('/admin/scan?code=AM-TOY-001')
  await expect(page.getByRole('heading', { name: 'Riva Pebble' })).toBeVisible()
  await expect(page.getByLabel('Barcode, SKU or product address')).toBeFocused()
  const next = async () => {
    await page.keyboard.press('Tab')
    return page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('name') ?? element?.textContent
    })
  }
  expect([await next(), await next()]).toEqual(['Find', 'Use the camera'])
  await next()
  expect([await next(), await next(), await next()]).toEqual(['change', 'note', 'Update stock'])
})

test('labels print on A4 without the back office around them', async ({ visitor: page }) => {
  await signInStaff(page)
  await page.goto('/admin/scan?code=AM-ACC-008-M')
  await page.getByRole('link', { name: 'Print label', exact: true }).click()
  const label = page.getByRole('list', { name: 'Sheet 1 of 1' }).getByRole('listitem')
  await expect(label).toContainText('Hours Silk Robe')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden()
  await expect(label).toBeVisible()
  const box = await label.boundingBox()
  const mm = (pixels = 0) => Math.round((pixels / 96) * 254) / 10
  expect([mm(box?.x), mm(box?.y), mm(box?.width), mm(box?.height)]).toEqual([7.2, 15.1, 63.5, 38.1])
})

test('the store’s QR code is downloaded as a PNG of 300 pixels, and drawn by a service that the shop names', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  await signInStaff(page)
  await page.goto('/admin/qr-code')
  const code = page.getByRole('img', { name: `QR code of ${baseURL ?? ''}` })
  await expect(code).toHaveAttribute('width', '300')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('aurelle-moss-qr-code.png')
  const file = await (await download.createReadStream()).toArray()
  const png = Buffer.concat(file)
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    300,
    300,
  ])
  await expect(page.getByText('Downloaded!')).toBeVisible()

  await page.route('https://qr.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: png, headers: { 'access-control-allow-origin': '*' } }),
  )
  await staff.setSetting('qr.provider', 'https://qr.example/v1?size=300x300&data={url}')
  await expect(async () => {
    await page.reload()
    await expect(code).toHaveJSProperty('naturalWidth', 300, { timeout: 2_000 })
  }).toPass()
  await staff.setSetting('qr.provider', 'local')
})
