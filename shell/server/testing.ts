import type { PageRule } from '@shop/router/server'
import { testSettings } from '@shop/settings/testing'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ShopData } from './cache/shop-data'

/** The rule of a page that says no more than its title and description. */
export const rule = (pathPattern: string, more: Partial<PageRule> = {}): PageRule => ({
  path: pathPattern,
  status: 200,
  head: { title: `Title of ${pathPattern}`, description: `About ${pathPattern}` },
  missing: null,
  robots: 'index',
  personal: false,
  offline: 'page',
  reads: false,
  forGuest: false,
  takesForms: false,
  showsQrCodes: false,
  fragments: {},
  trail: [],
  crumb: null,
  search: null,
  scripts: [],
  ...more,
})

/** The rule of a page about one thing of the database. */
export const subjectRule = (pathPattern: string, missing: string): PageRule =>
  rule(pathPattern, { head: null, missing })

/** Writes the pages of a release, or of the shell, into its folder. */
export async function writePages(folder: string, rules: readonly PageRule[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'pages.json'), JSON.stringify(rules))
}

/** A shop whose data never changes. */
export const stillData = (more: Partial<ShopData> = {}): ShopData => ({
  settings: () => Promise.resolve(testSettings),
  onChange: () => undefined,
  stop: () => Promise.resolve(),
  isFollowing: () => true,
  isReachable: () => Promise.resolve(true),
  ...more,
})

/** Names of secrets, keys with their random part, and signed tokens that claim the service's role. */
export const secretPattern =
  /sb_secret_[A-Za-z0-9_-]{8,}|SUPABASE_SECRET_KEY|SMTP_URL|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|(?:sk|rk)_(?:test|live)_\w{4,}|whsec_\w{4,}|jwtSecret|eyJ[\w-]+\.[\w-]*c2VydmljZV9yb2xl[\w-]*\./
