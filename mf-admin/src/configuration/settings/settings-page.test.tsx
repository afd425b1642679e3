// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import { settingKeys, settingTexts } from '../../frame/setting-texts/setting-texts'
import './settings-page'

const save = 'POST /rest/v1/rpc/save_setting'
let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    tables: {
      shop_settings: [
        { key: 'pricing.factor', value: 0.79, version: 1 },
        { key: 'stock.lowMax', value: 3, version: 4 },
        { key: 'payment.provider', value: 'simulated', version: 2 },
      ],
    },
    rpc: { save_setting: () => 5 },
  })
  fake.addStaff()
})

const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const sent = () => fake.sent(save).map(({ body }): unknown => JSON.parse(body))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const rowOf = async (label: string) =>
  within(
    (await screen.findByRole('heading', { name: new RegExp(`^${label}`) })).closest('li') ?? document.body,
  )

test('every setting is on the screen with its explanation; changed ones and those to change before trading are marked', async () => {
  open('/admin/settings')
  await screen.findByText('Prices and VAT')
  const links = screen.getAllByLabelText(/^Change /).map((link) => link.getAttribute('aria-label'))
  const page = document.body.textContent
  for (const key of settingKeys) {
    const { label, text } = settingTexts[key]
    expect(links).toContain(`Change ${label}`)
    expect(page).toContain(text)
  }
  screen.getByText(`${String(settingKeys.length)} settings, 2 changed`)
  const lowMax = await rowOf('“Low Stock” in the shop')
  lowMax.getByText('Changed')
  lowMax.getByText('3 pieces')
  lowMax.getByText('Default: 5 pieces')
  const factor = await rowOf('Basket price')
  factor.getByText('79%')
  factor.getByText('The default')
  const address = await rowOf('Address')
  address.getByText('Before trading')
  address.getByText('The address of the business is missing or an example.')
  ;(await rowOf('Who takes payments')).getByText(
    'Payments are simulated: orders and gift cards are given away.',
  )
  expect((await rowOf('Age check')).queryByText('Before trading')).not.toBeInTheDocument()
})

test('a search finds words of the explanation and of the readings', async () => {
  const router = open('/admin/settings?q=mainland')
  await screen.findByText('Where we deliver')
  expect(screen.queryByText('Basket price')).not.toBeInTheDocument()
  await router.navigate('/admin/settings?q=nonsense')
  await screen.findByText('No settings found')
})

test('a setting goes back to its default', async () => {
  open('/admin/settings?setting=stock.lowMax')
  const form = await dialog('“Low Stock” in the shop')
  await userEvent.click(form.getByRole('button', { name: 'Back to the default' }))
  await screen.findByText('Setting saved')
  expect(sent()).toEqual([{ p_key: 'stock.lowMax', p_version: 4, p_seen: 3 }])
})

test('both readings of a choice are cards that say what they do', async () => {
  open('/admin/settings?setting=auth.returnToOrigin')
  const form = await dialog('After signing in')
  form.getByText('To the page that asked them to sign in.')
  await userEvent.click(form.getByRole('radio', { name: /To the start/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Setting saved')
  expect(sent()).toEqual([{ p_key: 'auth.returnToOrigin', p_value: false }])
})

test('a change of prices is asked for, with what shoppers will see; rejected, nothing is saved', async () => {
  open('/admin/settings?setting=pricing.factor')
  const form = await dialog('Basket price')
  const input = form.getByLabelText(/%/)
  fill(input, '50')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const question = await dialog('Change “Basket price”?')
  const prices = within(question.getByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(prices).toContain('In lists, cart and checkout£31.60£20.00')
  expect(prices).toContain('With VAT£37.92£24.00')
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Change “Basket price”?' })).not.toBeInTheDocument()
  })
  expect(sent()).toEqual([])
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await userEvent.click((await dialog('Change “Basket price”?')).getByRole('button', { name: 'Change it' }))
  await screen.findByText('Setting saved')
  expect(sent()).toEqual([{ p_key: 'pricing.factor', p_value: 0.5, p_version: 1, p_seen: 0.79 }])
})

test('no payments at all is the missing row', async () => {
  open('/admin/settings?setting=payment.provider')
  const form = await dialog('Who takes payments')
  await userEvent.click(form.getByRole('radio', { name: /Nobody/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const question = await dialog('Change “Who takes payments”?')
  question.getByText(/nobody can buy anything/)
  await userEvent.click(question.getByRole('button', { name: 'Change it' }))
  await screen.findByText('Setting saved')
  expect(sent()).toEqual([{ p_key: 'payment.provider', p_version: 2, p_seen: 'simulated' }])
})

test('those who may not change settings of money see why, and change nothing', async () => {
  fake.addStaff({ role: 'admin', rights: ['settings'] })
  open('/admin/settings?setting=pricing.factor')
  const form = await dialog('Basket price')
  form.getByText('Only a super admin may change this, since it decides about money.')
  expect(form.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(form.getByText(/\(%\)$/).nextSibling).toHaveTextContent(/^\d+(\.\d+)?$/)
  expect(form.queryByRole('spinbutton')).not.toBeInTheDocument()
  // The list is hidden behind the dialog.
  for (const name of ['View Basket price', 'View Roles of staff', 'Change Age check'])
    screen.getByRole('link', { name, hidden: true })
})

test('a setting is saved with the version and value that were read; a stale save shows both values, and is saved after a choice', async () => {
  let isStale = true
  fake.rpc.save_setting = () =>
    isStale
      ? rejection(409, 'PT409', 'Someone has changed this setting since you opened it.', {
          hint: 'stale_version',
          details: JSON.stringify({ key: 'stock.lowMax', value: 7, version: 9 }),
        })
      : 10
  open('/admin/settings?setting=stock.lowMax')
  const form = await dialog('“Low Stock” in the shop')
  const input = form.getByLabelText(/pieces/)
  expect(input).toHaveValue(3)
  fill(input, '2.5')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Enter a whole number from 0 to 10,000.')
  expect(sent()).toEqual([])
  fill(input, '8')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Somebody else changed this')
  form.getByRole('radio', { name: /Keep mine.*8 pieces/ })
  form.getByRole('radio', { name: /Take theirs.*7 pieces/ })
  isStale = false
  await userEvent.click(form.getByRole('radio', { name: /Keep mine.*8 pieces/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Setting saved')
  expect(sent()).toEqual([
    { p_key: 'stock.lowMax', p_value: 8, p_version: 4, p_seen: 3 },
    { p_key: 'stock.lowMax', p_value: 8, p_version: 9, p_seen: 7 },
  ])
})

test('settings that do not load are read again', async () => {
  fake.fail({ under: '/rest/v1/shop_settings' })
  open('/admin/settings')
  await screen.findByText('The settings could not be loaded', {}, { timeout: 5000 })
  fake.recover()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Basket price')
})
