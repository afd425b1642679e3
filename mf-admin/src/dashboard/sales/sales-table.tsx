import { FigureTable } from '../../kit/figure-table'
import { measureLabels, measures, valueOf, valueText } from './measure'
import { bucketLabel, type Unit } from './period'
import type { Bucket } from './sales-series'

/** Every figure of a period as a table, newest first. */
export function SalesTable({ series, unit }: { series: readonly Bucket[]; unit: Unit }) {
  return (
    <FigureTable
      label="Figures as a table"
      headings={['Period', ...measures.map((measure) => measureLabels[measure])]}
      rows={series.toReversed().map((bucket) => ({
        name: bucketLabel(bucket.since, unit),
        figures: measures.map((measure) => valueText(valueOf(bucket, measure), measure)),
      }))}
    />
  )
}
