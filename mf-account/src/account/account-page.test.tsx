// @vitest-environment happy-dom
import { fakeSupabase, refusal, storeSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase

beforeEach(() => {
  localStorage.clear()
  storeSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  fake = fakeSupabase()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the account shows the profile, and links to orders, privacy and discretion', async () => {
  fake.answers['GET /rest/v1/customers'] = () =>
    Response.json([{ first_name: 'Ada', last_name: 'Byron', email: 'ada@aurelle.test' }])
  open('/account')
  await screen.findByText('Ada Byron')
  screen.getByText('ada@aurelle.test')
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Profile',
    'Orders',
    'Wishlist',
    'Settings',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/account/profile',
    '/account/addresses',
    '/account/security',
    '/account/privacy',
    '/account/orders',
    '/wishlist',
    '/privacy',
    '/discretion',
  ])
})

test('a profile that cannot be loaded shows an error with a retry', async () => {
  fake.answers['GET /rest/v1/customers'] = () => refusal(400, 'PGRST100', 'no')
  open('/account')
  await screen.findByText('Your profile could not be loaded.')
  fake.answers['GET /rest/v1/customers'] = () => Response.json([])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ada Lane')
})

test('signing out is confirmed and leaves the account page', async () => {
  const router = open('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByText('Signed out successfully')
  screen.getByText('You have been signed out.')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})

test('a failed sign-out shows the reason and stays on the account page', async () => {
  fake.answers['POST /auth/v1/logout'] = () =>
    refusal(429, 'over_request_rate_limit', 'Request rate limit reached')
  const router = open('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByText('Error signing out')
  screen.getByText('Request rate limit reached')
  expect(router.state.location.pathname).toBe('/account')
})
