import { chakra } from '@shop/ui'
import { measureLabels, measures, valueOf, valueText } from './measure'
import { bucketLabel, type Unit } from './period'
import type { Bucket } from './sales-series'

const Scroll = chakra('div', {
  base: {
    overflow: 'auto',
    maxHeight: '24rem',
    '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
    '& th, & td': { padding: '.5rem 1.25rem .5rem 0', textAlign: 'end', whiteSpace: 'nowrap' },
    '& th:first-of-type': { textAlign: 'start', fontWeight: 'inherit' },
    '& thead th': { color: 'muted', fontWeight: 520, position: 'sticky', top: '0', background: 'surface' },
    '& tbody tr': { borderTop: '1px solid {colors.line}' },
  },
})

/** Every figure of a period as a table, newest first. */
export function SalesTable({ series, unit }: { series: readonly Bucket[]; unit: Unit }) {
  return (
    // A box that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <Scroll tabIndex={0} role="region" aria-label="Figures as a table">
      <table>
        <thead>
          <tr>
            <th scope="col">Period</th>
            {measures.map((measure) => (
              <th key={measure} scope="col">
                {measureLabels[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((bucket) => (
            <tr key={bucket.since}>
              <th scope="row">{bucketLabel(bucket.since, unit)}</th>
              {measures.map((measure) => (
                <td key={measure}>{valueText(valueOf(bucket, measure), measure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
