import { chakra } from '@shop/ui'

const Scroll = chakra('div', {
  base: {
    overflow: 'auto',
    maxHeight: '24rem',
    '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
    '& th, & td': { padding: '.5rem 1.25rem .5rem 0', textAlign: 'end', whiteSpace: 'nowrap' },
    '& th:last-child, & td:last-child': { paddingInlineEnd: '0' },
    '& th:first-of-type': { textAlign: 'start', fontWeight: 'inherit' },
    '& thead th': { color: 'muted', fontWeight: 520, position: 'sticky', top: '0', background: 'surface' },
    '& tbody tr, & tfoot tr': { borderTop: '1px solid {colors.line}' },
    '& tfoot': { fontWeight: 520 },
    '@media (max-width: 599.98px)': {
      '& th, & td': { paddingInlineEnd: '.7rem' },
      '& tbody th, & tfoot th': { whiteSpace: 'normal' },
    },
  },
})

interface FigureRow {
  name: string
  figures: readonly string[]
}

interface FigureTableProps {
  /** What the box that scrolls is called. */
  label: string
  /** The headings: of the names first. */
  headings: readonly string[]
  rows: readonly FigureRow[]
  /** What the rows add up to. */
  total?: FigureRow
}

/** Figures as a table, a line for each name. */
export function FigureTable({ label, headings, rows, total }: FigureTableProps) {
  const line = ({ name, figures }: FigureRow) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {figures.map((figure, place) => (
        <td key={headings[place + 1]}>{figure}</td>
      ))}
    </tr>
  )
  return (
    // A box that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <Scroll tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(line)}</tbody>
        {total && <tfoot>{line(total)}</tfoot>}
      </table>
    </Scroll>
  )
}
