import { loadavg } from 'node:os'
import { startOwnTestBackend } from '@shop/local-supabase/in-process'
import type { Sql } from 'postgres'
import { loadCategories, loadProducts } from '../../supabase/tests/growth/load-catalogue'
import { frequentWord, makeVocabulary, rareWord } from '../../supabase/tests/declaration/vocabulary'
import { callAs } from '../../supabase/tests/office-steps'
import { signUpStaff, type Visitor } from '../../supabase/tests/visitor-fixtures'
import { countOf } from '../arguments'
import { percentile, report, seconds, type Figure } from './figures'
import { browserFigures, officeUrl } from './office-browser'

type Row = Record<string, unknown>

/** Milliseconds that 95 of 100 questions to the product list may take at most. */
const listLimit = 100
/** Seconds that a file may take. */
const fileLimit = 60
/** Megabytes that the scripts of the tab may hold meanwhile. */
const heapLimit = 150
const rounds = 20
// As the page does.
const exportPage = 200
const importBatch = 500
const importLines = 10_000

const lists: [name: string, filter: Row, sort: string, page: number][] = [
  ['first page', {}, 'newest', 1],
  ['page 1,000', {}, 'newest', 1_000],
  ['last page', {}, 'newest', 4_000],
  ...['updated', 'name', '-name', 'price', '-price', 'stock', '-stock'].flatMap(
    (sort): [string, Row, string, number][] => [
      [`by ${sort}`, {}, sort, 1],
      [`by ${sort}, page 1,000`, {}, sort, 1_000],
    ],
  ),
  ['active', { status: 'active' }, 'newest', 1],
  ['inactive', { status: 'inactive' }, 'newest', 1],
  ['archived', { status: 'archived' }, 'newest', 1],
  ['sold out', { stock: 'out' }, 'newest', 1],
  ['low', { stock: 'low' }, 'newest', 1],
  ['in stock', { stock: 'in' }, 'newest', 1],
  ['featured', { featured: 'true' }, 'newest', 1],
  ['without a picture', { picture: 'without' }, 'newest', 1],
  ['without a category', { category: 'none' }, 'newest', 1],
  ['a frequent word', { q: frequentWord }, 'newest', 1],
  ['a rare word', { q: rareWord }, 'newest', 1],
  ['one letter', { q: 's' }, 'newest', 1],
  ['two frequent letters', { q: 'an' }, 'newest', 1],
  ['two letters of no name', { q: 'qz' }, 'newest', 1],
  ['part of few names', { q: 'silk r' }, 'newest', 1],
  ['part of a SKU', { q: '-00501' }, 'newest', 1],
  ['part of no name', { q: 'qzxw' }, 'newest', 1],
  ['part of many names, active, by price', { q: 'an', status: 'active' }, 'price', 1],
]

async function load(sql: Sql, products: number): Promise<void> {
  const batch = 10_000
  await makeVocabulary(sql)
  await loadCategories(sql)
  for (let from = 1; from <= products; from += batch)
    await loadProducts(sql, from, Math.min(products, from + batch - 1))
  await sql`vacuum (analyze)`
}

async function listFigures(sql: Sql, staff: Visitor): Promise<Figure[]> {
  const [room] = await sql<{ id: string }[]>`select id from categories where slug = 'room-1'`
  const all: typeof lists = [...lists, ['of a large category', { category: room?.id }, 'newest', 1]]
  const figures: Figure[] = []
  for (const [name, filter, sort, page] of all) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const args = { p_filter: filter, p_sort: sort, p_page: page, p_size: 25 }
      times.push(1000 * (await seconds(() => callAs(sql, staff, 'office_products', args))))
    }
    const value = percentile(times, 0.95)
    figures.push({ name: `list: ${name}, p95`, value, limit: listLimit, unit: 'ms' })
    console.log(`list: ${name}: ${value.toFixed(1)} ms`)
  }
  return figures
}

/** Reads everything page by page. @returns how many rows there were, and the first ones of them */
async function exportAll(sql: Sql, staff: Visitor): Promise<{ count: number; first: Row[] }> {
  const first: Row[] = []
  let count = 0
  let after: string | null = null
  do {
    const args: Row = { p_filter: {}, p_after: after, p_limit: exportPage }
    const page: { rows: Row[]; next: string | null } = await callAs(sql, staff, 'export_products', args)
    count += page.rows.length
    if (first.length < importLines) first.push(...page.rows.slice(0, importLines - first.length))
    after = page.next
  } while (after !== null)
  return { count, first }
}

async function importAll(sql: Sql, staff: Visitor, rows: readonly Row[], action: string, dry = false) {
  for (let from = 0; from < rows.length; from += importBatch) {
    const p_rows = rows
      .slice(from, from + importBatch)
      .map((row, place) => ({ ...row, line: from + place + 2 }))
    const { totals }: { totals: Record<string, number> } = await callAs(sql, staff, 'import_products', {
      p_rows,
      p_dry: dry,
    })
    if (totals[action] !== p_rows.length)
      throw new Error(`Every row should ${action}, but the import says ${JSON.stringify(totals)}`)
  }
}

async function fileFigures(sql: Sql, staff: Visitor): Promise<{ figures: Figure[]; first: Row[] }> {
  let file: Awaited<ReturnType<typeof exportAll>> = { count: 0, first: [] }
  const exporting = await seconds(async () => {
    file = await exportAll(sql, staff)
  })
  const { first } = file
  const fresh = Array.from({ length: importLines }, (_, place): Row => {
    const number = String(place)
    return {
      name: `Imported piece ${number}`,
      sku: `BENCH-${number}`,
      price: '12.50',
      stock: '7',
      brand: 'Bench',
    }
  })
  const repriced = first.map((row) => ({ ...row, price: (Number(row.price) + 1).toFixed(2) }))
  const lines = importLines.toLocaleString('en-GB')
  const measured: [name: string, act: () => Promise<unknown>][] = [
    [`check ${lines} unchanged lines`, () => importAll(sql, staff, first, 'same', true)],
    [`import ${lines} new lines`, () => importAll(sql, staff, fresh, 'add')],
    [`import ${lines} lines with other prices`, () => importAll(sql, staff, repriced, 'change')],
  ]
  const figures: Figure[] = [
    {
      name: `export ${file.count.toLocaleString('en-GB')} rows`,
      value: exporting,
      limit: fileLimit,
      unit: 's',
    },
  ]
  for (const [name, act] of measured) {
    const value = await seconds(act)
    figures.push({ name, value, limit: fileLimit, unit: 's' })
    console.log(`${name}: ${value.toFixed(1)} s`)
  }
  return { figures, first }
}

/**
 * Times the product list and product files of the back office in a throwaway database, first without HTTP, then files in a
 * browser with the memory they take, prints the figures and writes them to `bench-office.json`.
 *
 * @returns whether all are within their limits
 * @param given how many products, as the command's option says
 * @throws UsageError for a number of products that is none
 */
export async function benchOffice(given: string | undefined): Promise<boolean> {
  const products = countOf('count', given, 100_000, 10_000)
  const backend = await startOwnTestBackend({ demoUsers: true, siteUrl: officeUrl })
  try {
    const { sql } = backend
    const staff = await signUpStaff(sql)
    const loading = await seconds(() => load(sql, products))
    console.log(`${products.toLocaleString('en-GB')} products were loaded in ${loading.toFixed(0)} s.`)
    const before = loadavg()[0]
    const lists = await listFigures(sql, staff)
    const files = await fileFigures(sql, staff)
    const watched = await browserFigures(backend, files.first)
    const figures = [
      ...lists,
      ...files.figures,
      ...watched.flatMap(({ name, seconds: value, heapMegabytes }): Figure[] => [
        { name: `browser: ${name}`, value, limit: fileLimit, unit: 's' },
        { name: `browser: ${name}, heap`, value: heapMegabytes, limit: heapLimit, unit: 'MB' },
      ]),
    ]
    const machine = { 'load before': before, 'load after': loadavg()[0] }
    return report('bench-office.json', { products, machine, figures })
  } finally {
    await backend.stop()
  }
}
