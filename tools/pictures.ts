import { mkdirSync, writeFileSync } from 'node:fs'
import { demoUsers } from '@shop/local-supabase'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { browserArguments, findBrowser } from './test/browser'
import { buildReleases } from './build/build'
import { readArguments } from './arguments'
import { command, root } from './environment'
import { startShopProcess } from './test/shop-process'
import { testStore } from './test/test-store'
import { memberNames } from './remotes'

const folder = path.join(root, 'docs/pictures')

/** Takes a picture of the page once its images are loaded. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ animations: 'disabled' })
  writeFileSync(path.join(folder, `${name}.webp`), await sharp(picture).webp({ quality: 80 }).toBuffer())
}

// Takes the pictures of the README from a shop with the data of the seed.
command(async () => {
  readArguments({ call: 'pictures', does: 'Takes the pictures of the README.' })
  await buildReleases(testStore, memberNames, null)
  const shop = await startShopProcess()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const page = await browser.newPage({
      baseURL: shop.siteUrl,
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
    })
    mkdirSync(folder, { recursive: true })
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    await page.goto('/')
    await take(page, 'shop')

    await page.goto('/admin/login', { waitUntil: 'networkidle' })
    await page.getByLabel('Email').fill(demoUsers.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(demoUsers.admin.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/admin/dashboard')
    await page.goto('/admin/products')
    await page.getByRole('cell').first().waitFor()
    await take(page, 'back-office')
  } finally {
    await browser.close()
    await shop.stop()
  }
  console.log(`Written to ${folder}`)
})
