import { expect, type Browser, type Page } from '@playwright/test'
import { open } from '../../e2e/steps'

/** The password of every account of these journeys. */
export const password = 'a-long-password-2026'

/** Waits for a text that the page shows. */
export const announced = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible()

/** Signs in by the form. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await open(page, '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** A page of another browser that shares nothing with the first. */
export const elsewhere = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL })).newPage()
