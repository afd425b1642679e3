// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { renderApp } from '@shop/testing'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Invoice } from './invoice'

const order = {
  id: 'o1',
  number: 'AM20260105-0001',
  createdAt: new Date('2026-01-05T12:00:00Z'),
  paidAt: new Date('2026-01-05T12:01:00Z'),
  currency: 'GBP',
  items: [],
  subtotalPence: 3158,
  discount: null,
  vatRate: 0.175,
  vatPence: 632,
  deliveryPence: 0,
  totalPence: 3790,
  card: null,
  deliveryMethod: 'Standard',
  shippingAddress: ['Ada Guest', '1 High Street', 'London SW1A 1AA'],
  billingAddress: [],
  parcels: [],
}
const moss = {
  name: 'Moss Ltd',
  address: '5 Moss Row, Bath BA1 1AA',
  email: 'ask@moss.co.uk',
  vatNumber: 'GB 123 4567 89',
}

test('an invoice names the seller of the settings, and the rate that the order was charged', async () => {
  renderApp([{ path: '/', element: <Invoice order={order} business={moss} /> }])
  await screen.findByText('VAT invoice')
  for (const line of [
    'Moss Ltd',
    '5 Moss Row, Bath BA1 1AA',
    'ask@moss.co.uk',
    'VAT number GB 123 4567 89',
    'VAT at 17.5%',
  ])
    screen.getByText(line)
})

test('without a VAT number it is no VAT invoice', async () => {
  renderApp([{ path: '/', element: <Invoice order={order} business={testSettings.business} /> }])
  await screen.findByText('Invoice')
  expect(screen.queryByText(/VAT number/)).not.toBeInTheDocument()
})
