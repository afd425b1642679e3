// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../../testing'
import '../products-page'
import { latest, productBackend, productRecord } from '../testing'
import './product-form'

let fake: FakeSupabase
beforeEach(() => {
  fake = productBackend()
  fake.rpc.save_product = () => ({ id: productRecord.id })
})

const edit = (more: Partial<typeof productRecord> = {}) => {
  fake.rpc.product_record = () => ({ ...productRecord, ...more })
  open(`/admin/products?product=${productRecord.id}`)
}
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const setTime = async (label: RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save Changes' }))
const sent = () => waitFor(() => latest(fake, 'save_product') as { p_fields: object })

test('an inactive product gets a time in London at which it goes live', async () => {
  edit({ is_active: false })
  await setTime(/^Goes live on/, '2026-07-01T09:00')
  await setTime(/^Goes offline on/, '2026-12-01T09:00')
  await save()
  await screen.findByText('Product updated successfully.')
  expect((await sent()).p_fields).toMatchObject({
    is_active: false,
    publish_at: '2026-07-01T08:00:00.000Z',
    unpublish_at: '2026-12-01T09:00:00.000Z',
  })
})

test('whoever switches it on before its time gives the time up', async () => {
  edit({ is_active: false, publish_at: '2026-12-01T09:00:00+00:00' })
  expect((await field(/^Goes live on/)).value).toBe('2026-12-01T09:00')
  await userEvent.click(await screen.findByRole('switch', { name: /^Active/ }))
  expect(screen.queryByLabelText(/^Goes live on/)).not.toBeInTheDocument()
  await save()
  await screen.findByText('Product updated successfully.')
  expect((await sent()).p_fields).toMatchObject({ is_active: true, publish_at: null })
})

test('an end before the beginning is said at its field', async () => {
  edit({ is_active: false })
  await setTime(/^Goes live on/, '2026-12-01T09:00')
  await setTime(/^Goes offline on/, '2026-12-01T08:00')
  await save()
  await screen.findByText('Choose a time after the product goes live.')
  expect(fake.sent('POST /rest/v1/rpc/save_product')).toEqual([])
})

test('the preview shows name and description until there are texts for search results', async () => {
  edit({ short_description: 'Heavy silk, cut long.' })
  const preview = within(await screen.findByRole('figure', { name: 'Preview of the search result' }))
  preview.getByText('Silk Robe | Aurelle & Moss')
  preview.getByText('Heavy silk, cut long.')
  preview.getByText(/ › products › silk-robe$/)
  await userEvent.type(await field(/^SEO title/), 'Silk robes')
  await userEvent.type(await field(/^SEO description/), 'Woven here.')
  preview.getByText('Silk robes | Aurelle & Moss')
  preview.getByText('Woven here.')
  await save()
  await screen.findByText('Product updated successfully.')
  expect((await sent()).p_fields).toMatchObject({ seo_title: 'Silk robes', seo_description: 'Woven here.' })
})
