import { fakeSupabase, type FakeSupabase } from '@shop/testing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

export const call = 'POST /rest/v1/rpc/track_order'
export const reply = {
  order_number: 'AM20250105-0001',
  status: 'in_transit',
  tracking_number: 'RM123456789GB',
  carrier: 'Royal Mail',
  shipping_method: 'Express',
  estimated_delivery: '2025-01-08',
  events: [
    {
      id: 2,
      status: 'in_transit',
      description: 'On its way',
      location: 'Bath',
      timestamp: '2025-07-06T09:30:00+00:00',
    },
    {
      id: 1,
      status: 'shipped',
      description: 'Handed to the carrier',
      location: null,
      timestamp: '2025-01-05T18:05:00+00:00',
    },
  ],
}

export const numberField = () => screen.findByLabelText<HTMLInputElement>('Order number')
export const contactField = () => screen.getByLabelText<HTMLInputElement>(/^Email or postcode/)
export const track = () => screen.getByRole('button', { name: 'Track' })

/** Enters a number and a contact, and submits them. */
export async function lookUp(contact = 'BA1 1AA') {
  await userEvent.click(await numberField())
  await userEvent.paste('AM20250105-0001')
  if (contact) {
    await userEvent.click(contactField())
    await userEvent.paste(contact)
  }
  await userEvent.click(track())
}

/** A backend that finds no order until an answer is set. */
export function trackingBackend(): FakeSupabase & { respond(body: unknown, status?: number): void } {
  const fake = fakeSupabase()
  return {
    ...fake,
    respond: (body: unknown, status = 200) => {
      fake.responses[call] = () => Response.json(body, { status })
    },
  }
}
