// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './categories-page'

const silk = {
  id: 'c1',
  name: 'Silk',
  slug: 'silk',
  description: null,
  image_url: '/media/silk.webp',
  image_alt: 'Folded silk',
  seo_title: null,
  seo_description: null,
  is_active: true,
  version: 3,
  position: 10000,
  created_at: '2026-01-05T23:30:00Z',
  updated_at: '2026-01-05T23:30:00Z',
  product_count: 0,
}
const oils = { ...silk, id: 'c2', name: 'Oils', slug: 'oils', description: 'For the skin', product_count: 12 }
const hidden = { ...silk, id: 'c3', name: 'Books', slug: 'books', is_active: false, image_url: null }

let fake: FakeSupabase
let list: (typeof silk | typeof oils | typeof hidden)[]

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  list = [silk, oils, hidden]
  fake = fakeSupabase({ rpc: { office_categories: () => list } })
  fake.addStaff()
})

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const sent = () => JSON.parse(fake.sent('POST /rest/v1/rpc/save_category').at(-1)?.body ?? '{}')
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the list has the columns of the specification', async () => {
  open('/admin/categories')
  const books = await rowOf('Books')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Description',
    'Products',
    'Status',
    'Created',
    'Actions',
  ])
  books.getByText('No description')
  books.getByText('Inactive')
  books.getByText('5 Jan 2026')
  const used = await rowOf('Oils')
  used.getByText('For the skin')
  used.getByText('12 products')
  used.getByText('Active')
  expect(used.getByRole('button', { name: 'Delete Oils' })).toBeDisabled()
  screen.getByText('3 categories')
})

test('a category is created; its name is required, its slug follows it, and a save that fails says so', async () => {
  fake.rpc.save_category = () => ({ id: 'c4', slug: 'wax', version: 1 })
  fake.fail({ under: '/rest/v1/rpc/save_category' })
  const router = open('/admin/categories')
  await userEvent.click(await screen.findByRole('link', { name: 'Add Category' }))
  await press('Create Category')
  await screen.findByText('Please enter a name.')
  expect(screen.getByLabelText('Category Name*')).toHaveFocus()
  expect(sent()).toEqual({})
  await fill('Category Name*', 'Wax & Wick')
  expect(screen.getByLabelText('Slug')).toHaveValue('wax-wick')
  await userEvent.click(screen.getByRole('switch', { name: /^Active/ }))
  await press('Create Category')
  await screen.findByText('Failed to save category. Please try again.')
  screen.getByText('Error')
  fake.recover()
  await press('Create Category')
  await screen.findByText('Category created successfully.')
  expect(sent()).toEqual({
    p_fields: {
      name: 'Wax & Wick',
      slug: null,
      description: null,
      image_url: null,
      image_alt: '',
      is_active: false,
      seo_title: null,
      seo_description: null,
    },
  })
  expect(router.state.location.search).toBe('')
  // When it was opened, and after each save.
  expect(fake.sent('POST /rest/v1/rpc/office_categories')).toHaveLength(3)
})

test('a category is changed with the version that was read; a slug that is taken is said at its field', async () => {
  fake.rpc.save_category = () =>
    rejection(409, 'PT409', 'The address "oils" is already in use. Choose another.', { hint: 'slug' })
  open('/admin/categories?category=c1')
  await screen.findByRole('img', { name: 'Folded silk' })
  await fill('Description (optional)', 'Soft')
  await press('Save Changes')
  await screen.findByText('The address "oils" is already in use. Choose another.')
  expect(screen.getByLabelText('Slug')).toHaveFocus()
  fake.rpc.save_category = () => ({ id: 'c1', slug: 'silk', version: 4 })
  await press('Save Changes')
  await screen.findByText('Category updated successfully.')
  expect(sent()).toMatchObject({
    p_id: 'c1',
    p_version: 3,
    p_fields: { slug: 'silk', description: 'Soft', image_url: '/media/silk.webp', image_alt: 'Folded silk' },
  })
})

test('a change by somebody else is shown, and overwritten only on purpose', async () => {
  const theirs = { ...silk, description: 'Smooth', version: 9 }
  fake.rpc.save_category = ({ p_version: version }) =>
    version === 9
      ? { id: 'c1', slug: 'silk', version: 10 }
      : rejection(409, 'PT409', 'Someone has changed this category since you opened it.', {
          hint: 'stale_version',
          details: JSON.stringify(theirs),
        })
  open('/admin/categories?category=c1')
  await fill('Description (optional)', 'Soft')
  await press('Save Changes')
  const conflict = within(await screen.findByRole('region', { name: 'Somebody else changed this' }))
  await userEvent.click(conflict.getByRole('radio', { name: /^Take theirs.*Smooth/ }))
  await press('Save Changes')
  await screen.findByText('Category updated successfully.')
  expect(sent()).toMatchObject({ p_version: 9, p_fields: { description: 'Smooth' } })
})

test('a category is deleted after a question, or it is said why not', async () => {
  open('/admin/categories')
  for (const [title, message, response] of [
    [
      'Cannot Delete',
      'Cannot delete category with products assigned. Move or delete products first.',
      () => rejection(409, 'PT409', 'used', { hint: 'category_used' }),
    ],
    [
      'Error',
      'Failed to delete category. Please try again.',
      () => rejection(500, 'XX000', 'internal error'),
    ],
  ] as const) {
    fake.fail({ under: '/rest/v1/rpc/delete_category', response })
    await press('Delete Silk')
    await screen.findByText('Are you sure you want to delete "Silk"? This action cannot be undone.')
    expect(document.activeElement?.textContent).toBe('Cancel')
    await press('Delete')
    await screen.findByText(message)
    screen.getByText(title)
    await dialogClosed()
  }
  fake.recover()
  fake.rpc.delete_category = () => undefined
  await press('Delete Silk')
  await press('Delete')
  await screen.findByText('Category deleted successfully.')
  expect(fake.sent('POST /rest/v1/rpc/delete_category').at(-1)?.body).toBe('{"p_id":"c1"}')
})

test('no categories, and categories that cannot be loaded', async () => {
  list = []
  fake.fail({ under: '/rest/v1/rpc/office_categories', response: () => rejection(400, 'X', 'broken') })
  open('/admin/categories')
  await screen.findByText('Failed to load categories.')
  fake.recover()
  await press('Try again')
  await screen.findByText('No categories found')
  expect(screen.getAllByRole('link', { name: 'Add Category' })).toHaveLength(2)
})

test('without the right to the catalogue the list and its categories are to be read only', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/categories?category=c1')
  const category = within(await screen.findByRole('dialog', { name: 'Category' }))
  expect(category.getByText('Slug').nextSibling).toHaveTextContent('silk')
  category.getByRole('img', { name: 'Folded silk' })
  expect(category.queryByRole('textbox')).not.toBeInTheDocument()
  expect(category.queryByRole('switch')).not.toBeInTheDocument()
  expect(category.getAllByRole('button').map((button) => button.textContent)).not.toContain('Save Changes')
  expect(screen.queryByRole('link', { name: 'Add Category' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).not.toBeInTheDocument()
})

test('the form of a category that is gone does not open', async () => {
  const router = open('/admin/categories?category=gone')
  await screen.findByText('Category not found')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('the order of the categories is changed by buttons and by arrow keys, and saved whole, unless it is old', async () => {
  const words = 'Somebody added or deleted a category meanwhile. Look at the list again.'
  fake.rpc.order_categories = () => rejection(409, 'PT409', words, { hint: 'stale_order' })
  open('/admin/categories')
  await press('Change order')
  const dialog = within(await screen.findByRole('dialog', { name: 'Order of the categories' }))
  const order = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(order()).toEqual(['1Books (inactive)', '2Oils', '3Silk'])
  await userEvent.click(dialog.getByRole('button', { name: 'Move Silk up' }))
  expect(order()).toEqual(['1Books (inactive)', '2Silk', '3Oils'])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(order()).toEqual(['1Silk', '2Books (inactive)', '3Oils'])
  await userEvent.click(dialog.getByRole('button', { name: 'Save order' }))
  await screen.findByText(`The order was not saved. ${words}`)
  fake.rpc.order_categories = () => undefined
  await userEvent.click(dialog.getByRole('button', { name: 'Save order' }))
  await screen.findByText('The order of the categories is saved.')
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/order_categories').at(-1)?.body ?? '{}')).toEqual({
    p_ids: ['c1', 'c3', 'c2'],
  })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
