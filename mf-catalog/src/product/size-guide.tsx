import { chakra, Disclosure } from '@shop/ui'
import { parseSizeGuide } from './parse-size-guide'

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
              {table.columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...cells], row) => (
              <tr key={row}>
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
