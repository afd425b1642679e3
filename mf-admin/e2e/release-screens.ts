import { expect, type Page } from '@playwright/test'
import { visit } from '../../e2e/screens'
import { signInStaff } from '../../e2e/steps'

const at = '2026-01-05T12:30:00Z'
const stored = (version: string) => ({ version, commit: 'c0ffee0123456', at, complete: true })
const shared = ['@shop/ui', 'react'].map((lib) => ({
  ...{ lib, version: '1.0.0', provider: 'shell', accepts: '^1.0.0', singleton: true },
}))
const figures = { load: { visits: 34, p75: 1240 }, failures: 3 }
const catalogue = {
  ...{ name: 'mf-catalog', owner: 'catalogue', version: 'v1', commit: 'c0ffee0123456', released_at: at },
  ...{ bytes: 102_400, recorded: [], stored: [stored('v1'), stored('v2')], shared, ...figures },
  canary: { version: 'v2', share: 10, ...figures },
}
const composition = {
  ...{ live: 'aaaaaaaaaaaa', since: at, members: [catalogue] },
  rollback: { set: 'bbbbbbbbbbbb', members: { 'mf-catalog': 'v0' } },
}
const count = { n: 1200, failures: 3 }
const counts = { document: count, load: count, file: count, pace: count }
const canary = {
  ...{ id: 7, live: 'aaaaaaaaaaaa', candidate: 'cccccccccccc', share: 10, by_hand: true, since: at },
  ...{ counts: { candidate: counts, live: counts } },
  verdict: { does: 'wait', why: 'Too few samples: 100 of 500 addresses with loads.' },
}
const verdict = {
  blocked: true,
  findings: [
    { check: 'server', result: 'fail', message: '/products answers 500.' },
    { check: 'budgets', result: 'warning', message: 'mf-catalog has no budgets in this checkout.' },
    { check: 'signature', result: 'pass', message: 'A trusted key signed it.' },
  ],
}

/** Opens the releases of a shop in which a canary runs and a rollback is possible, whatever this one has released. */
async function openReleases(page: Page): Promise<void> {
  await signInStaff(page)
  await page.route('**/composition', (route) => route.fulfill({ json: composition }))
  await page.route('**/composition/canary', (route) => route.fulfill({ json: canary }))
  await page.route('**/composition/verdict', (route) => route.fulfill({ json: verdict }))
  await page.goto('/admin/releases')
  await expect(page.getByRole('table', { name: 'History of releases' })).toContainText('Start')
  await expect(page.getByRole('region', { name: 'Canary' })).toBeVisible()
}

/** Opens a dialog by a button of the page, in place of the one before. */
const opened = (name: string, button: string, title: string) => ({
  name,
  async open(page: Page) {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  },
})

/** The screens of releases. */
export const releaseScreens = visit(
  { name: 'releases with their history, and a canary', open: openReleases },
  opened('the question before a rollback', 'Roll back', 'Roll back the shop?'),
  opened('the question before a canary is stopped', 'Stop', 'Stop the canary?'),
  opened('a new release token', 'New Token', 'New release token'),
  {
    name: 'the release token, which is shown once',
    async open(page) {
      await page.route('**/rest/v1/rpc/create_release_token', (route) =>
        route.fulfill({ json: 'f'.repeat(64) }),
      )
      const form = page.getByRole('dialog', { name: 'New release token' })
      await form.getByLabel('Member').selectOption('mf-catalog')
      await form.getByLabel('What for').fill('CI')
      await form.getByRole('button', { name: 'Make Token' }).click()
      await expect(page.getByRole('dialog', { name: 'The release token' })).toBeVisible()
    },
  },
  {
    name: 'a version that is tried with a share of visitors',
    async open(page) {
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('link', { name: 'mf-catalog', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'mf-catalog' })
      await dialog.getByText('Shared libraries').click()
      await dialog.getByLabel('Version').selectOption('v2')
      await expect(dialog.getByRole('list', { name: 'Checks of v2' })).toBeVisible()
      await dialog.getByLabel('Visitors').selectOption('10')
      await expect(dialog.getByRole('switch', { name: 'Advance by hand' })).toBeVisible()
    },
  },
)
