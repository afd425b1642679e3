// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../testing'
import '../../../frame/layout/back-office' // loaded here, so that no test waits for it
import './import-page'
import type { ImportLine } from './import-products'

interface Sent {
  p_rows: { line: number; name?: string; sku?: string; price?: string }[]
  p_dry: boolean
}

let fake: FakeSupabase
/** Names by SKU, as the fake database has them. */
let stored: Map<string, string>

const lineOf = (row: Sent['p_rows'][number], more: Partial<ImportLine>): ImportLine => ({
  line: row.line,
  action: 'same',
  name: row.name ?? null,
  sku: row.sku ?? null,
  options: row.sku === 'R-1' ? ['Large', 'Sand'] : null,
  errors: [],
  changes: [],
  back_in_stock_emails: 0,
  ...more,
})

function importProducts({ p_rows: rows, p_dry: dry }: Sent) {
  return {
    lines: rows.map((row) => {
      const { sku = '', name = '' } = row
      if (row.price === 'free')
        return lineOf(row, {
          action: 'error',
          errors: [{ field: 'price', message: 'Price must be a number.' }],
        })
      const before = stored.get(sku)
      if (before === name) return lineOf(row, {})
      if (!dry) stored.set(sku, name)
      return before === undefined
        ? lineOf(row, { action: 'add', back_in_stock_emails: 1 })
        : lineOf(row, { action: 'change', changes: [{ field: 'name', from: before, to: name }] })
    }),
  }
}

const parse = (body: string): Sent => JSON.parse(body)
const calls = () => fake.sent('POST /rest/v1/rpc/import_products').map(({ body }) => parse(body))

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  stored = new Map([
    ['R-1', 'Robe'],
    ['M-1', 'Mask'],
  ])
  fake = fakeSupabase({
    rpc: { import_products: (_, request) => request.json().then((args: Sent) => importProducts(args)) },
  })
  fake.addStaff()
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const fileOf = (...lines: string[]) => new File([lines.join('\n')], 'pieces.csv', { type: 'text/csv' })
const many = (count: number) =>
  fileOf('sku,name', ...Array.from({ length: count }, (_, place) => `P-${place},Piece ${place}`))
async function choose(file: File) {
  const router = open('/admin/products/import')
  await userEvent.upload(await screen.findByLabelText('CSV file'), file)
  return router
}
const figure = (label: string) =>
  within(screen.getByText(label).parentElement ?? document.body).queryByText(/^[\d,]+$/)?.textContent
const select = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label })

test('a check says what would be done and changes nothing; the import does it; again nothing changes', async () => {
  await choose(fileOf('SKU,Name,Price', 'R-1,Silk robe,89', 'M-1,Mask,20', 'N-1,New,5', 'F-1,Bad,free'))
  await screen.findByText('pieces.csv: 4 lines')
  await press('Check the file')
  await screen.findByText('2 lines would be imported, 1 line with errors left out.')
  expect(['To add', 'To change', 'Same as now', 'With errors'].map(figure)).toEqual(['1', '1', '1', '1'])
  screen.getByText('Line 5')
  screen.getByText('Price must be a number.')
  screen.getByText('Name: Robe → Silk robe')
  screen.getByText('Silk robe, Large / Sand')
  // What would change is read before the button that does it.
  const list = screen.getByRole('heading', { name: 'What would change' })
  expect(list.compareDocumentPosition(screen.getByRole('button', { name: 'Import 2 lines' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(calls().map(({ p_dry: dry }) => dry)).toEqual([true])
  expect(stored.size).toBe(2)

  await press('Import 2 lines')
  await screen.findByText('All 4 lines are done.')
  expect(['Added', 'Changed'].map(figure)).toEqual(['1', '1'])
  expect(stored.get('R-1')).toBe('Silk robe')

  await press('Check the file')
  await screen.findByText('Nothing would change.')
  expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
})

test('columns are guessed by their names, can be chosen, and are remembered for the next file', async () => {
  const file = fileOf('Article no;Name;Shade', 'R-1;Robe;Red')
  await choose(file)
  expect(await screen.findByRole('combobox', { name: 'Article no' })).toHaveValue('ignore')
  expect(select('Name')).toHaveValue('name')
  await userEvent.selectOptions(select('Article no'), 'SKU')
  await press('Check the file')
  await screen.findByText('Nothing would change.')
  expect(calls()[0]?.p_rows).toEqual([{ line: 2, sku: 'R-1', name: 'Robe' }])
  cleanup()
  await choose(file)
  expect(await screen.findByRole('combobox', { name: 'Article no' })).toHaveValue('sku')
})

test('without a column that names the product nothing can be checked', async () => {
  await choose(fileOf('Price,Stock', '1,2'))
  await screen.findByText('A slug, SKU or name column is needed to tell products apart.')
  expect(screen.getByRole('button', { name: 'Check the file' })).toBeDisabled()
})

test.each([
  ['no rows', fileOf('name,price'), /has no rows/],
  [
    'another encoding',
    new File([new Uint8Array([110, 44, 98, 10, 0x8f, 44, 49])], 'x.csv'),
    /Line 2 has characters that cannot be read/,
  ],
])('a file with %s is rejected in words', async (_, file, words) => {
  await choose(file)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.queryByRole('button', { name: 'Check the file' })).not.toBeInTheDocument()
})

test('a file of Excel for Windows is read, and the page says so', async () => {
  const bytes = Uint8Array.from('sku;name\r\nC-1;Crème\r\n', (letter) => letter.charCodeAt(0))
  await choose(new File([bytes], 'windows.csv'))
  await screen.findByText(/^windows\.csv: 1 line\. Its accents and signs are read as Excel for Windows/)
  await press('Check the file')
  await screen.findByText('1 line would be imported.')
  expect(calls()[0]?.p_rows).toEqual([{ line: 2, sku: 'C-1', name: 'Crème' }])
})

test('a line that a spreadsheet has damaged is left out by its field, the others are checked', async () => {
  await choose(fileOf('SKU,Name', '5.01E+12,Robe', '"=""007""",Mask'))
  await press('Check the file')
  await screen.findByText('1 line would be imported, 1 line with errors left out.')
  screen.getByText('Line 2')
  screen.getByText(/^SKU: A spreadsheet made the number 5\.01E\+12 of it/)
  expect(calls()[0]?.p_rows).toEqual([{ line: 3, sku: '007', name: 'Mask' }])
})

test('cancelling stops after the batch under way and says what is done', async () => {
  stored.clear()
  await choose(many(700))
  await press('Check the file')
  await screen.findByText('700 lines would be imported.')
  const release = fake.hold()
  await press('Import 700 lines')
  await press('Cancel')
  expect(await screen.findByRole('button', { name: 'Stopping…' })).toBeDisabled()
  release()
  await screen.findByText(/^500 lines are done, 200 lines are not\. It is safe/)
  expect(stored.size).toBe(500)
  await press('Import again')
  await screen.findByText('All 700 lines are done.')
  expect(['Added', 'Same as now'].map(figure)).toEqual(['200', '500'])
})

test('leaving while an import runs asks first; it goes on meanwhile, or stops', async () => {
  stored.clear()
  const router = await choose(many(700))
  const isClosingAsked = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  await press('Check the file')
  await screen.findByText('700 lines would be imported.')
  expect(isClosingAsked()).toBe(false)
  let release = fake.hold()
  await press('Import 700 lines')
  await waitFor(() => expect(isClosingAsked()).toBe(true))
  void router.navigate('/elsewhere')
  await screen.findByText(/^0 of 700 lines are done\. Lines on their way are still imported/)
  release()
  await screen.findByText('All 700 lines are done.')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(isClosingAsked()).toBe(false)

  stored.clear()
  await press('Check the file')
  await screen.findByText('700 lines would be imported.')
  release = fake.hold()
  await press('Import 700 lines')
  void router.navigate('/elsewhere')
  await press('Go on importing')
  expect(router.state.location.pathname).toBe('/admin/products/import')
  void router.navigate('/elsewhere')
  await press('Stop and leave')
  await screen.findByText('Elsewhere')
  release()
  await waitFor(() => expect(stored.size).toBe(500))
})

test('a batch that fails stops the import, which says why and can be run again', async () => {
  await choose(many(700))
  await press('Check the file')
  await screen.findByText('700 lines would be imported.')
  let count = 0
  const { import_products: working } = fake.rpc
  fake.rpc.import_products = (args, request) => {
    count += 1
    return count === 2 ? rejection(409, 'PT409', 'The shop is being moved.') : working?.(args, request)
  }
  await press('Import 700 lines')
  await screen.findByText(/^500 lines are done, 200 lines are not\./)
  screen.getByText(/The shop is being moved\./)
  await press('Import again')
  await screen.findByText('All 700 lines are done.')
  expect(stored.size).toBe(702)
})

test('a check that cannot reach the shop offers no import', async () => {
  await choose(many(3))
  fake.fail({ under: '/rest/v1/rpc/import_products' })
  await press('Check the file')
  await screen.findByText('The check stopped: 3 lines were not looked at.')
  screen.getByText('The shop could not be reached. Please check again.')
  expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
  fake.recover()
  await press('Check the file')
  await screen.findByText('3 lines would be imported.')
})

test('the focus goes to what the press led to', async () => {
  await choose(many(1))
  await press('Check the file')
  const result = await screen.findByText('1 line would be imported.')
  // The focus moves in an effect, after the text is there.
  await waitFor(() => expect(document.body).not.toHaveFocus())
  await waitFor(() => expect(document.activeElement).toContainElement(result))
})

test('members whose role has no right to the catalogue cannot import', async () => {
  fake.addStaff({ role: 'moderator', rights: ['messages'] })
  open('/admin/products/import')
  await screen.findByText('Your role does not include this')
  expect(screen.queryByLabelText('CSV file')).not.toBeInTheDocument()
})
