import { chakra, Disclosure } from '@shop/ui'

/** A table of sizes: the first cell of each row names it. */
interface SizeTable {
  columns: string[]
  rows: string[][]
  note: string
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []

/** Parses `products.size_guide`; null if it has no rows. */
function parseSizeGuide(json: unknown): SizeTable | null {
  const { columns, rows, note } = Object.assign({ columns: null, rows: null, note: null }, json) as Record<
    string,
    unknown
  >
  const table = {
    columns: texts(columns),
    rows: (Array.isArray(rows) ? rows : []).map(texts).filter((row) => row.length > 0),
    note: typeof note === 'string' ? note : '',
  }
  return table.columns.length > 0 && table.rows.length > 0 ? table : null
}

const Table = chakra('table', {
  base: {
    borderCollapse: 'collapse',
    width: '100%',
    textAlign: 'start',
    fontVariantNumeric: 'tabular-nums',
    '& :is(th, td)': {
      padding: '.6rem 1rem .6rem 0',
      textAlign: 'start',
      fontWeight: 420,
      borderBottom: '1px solid {colors.line}',
      whiteSpace: 'nowrap',
    },
    '& th': { fontWeight: 520, color: 'ink' },
  },
})

/** The size guide of a product; nothing if it has none. */
export function SizeGuide({ guide }: { guide: unknown }) {
  const table = parseSizeGuide(guide)
  if (!table) return null
  return (
    <Disclosure title="Size guide">
      {/* Focusable, so that a wide table can be scrolled by keys. */}
      <chakra.div role="region" aria-label="Size guide" tabIndex={0} overflowX="auto">
        <Table>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </chakra.div>
      {table.note && <chakra.p marginTop=".75rem">{table.note}</chakra.p>}
    </Disclosure>
  )
}
