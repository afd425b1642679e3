import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisText, measureLabels, valueOf, valueText, type Measure } from './measure'
import { axisLabel, bucketLabel, type Unit } from './period'
import type { Bucket } from './sales-series'

interface SalesChartProps {
  series: readonly Bucket[]
  measure: Measure
  unit: Unit
}

const colour = (name: string) => `var(--am-colors-${name})`
const tick = { fill: colour('muted'), fontSize: 12 }

/** The bars of a period. A picture only: the table beside it says the same to readers, so it is hidden from them. */
export function SalesChart({ series, measure, unit }: SalesChartProps) {
  const data = series.map((bucket) => ({ since: bucket.since, value: valueOf(bucket, measure) }))
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={260}>
        <BarChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke={colour('line')} />
          <XAxis
            dataKey="since"
            tickFormatter={(since: string) => axisLabel(since, unit)}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: colour('line-strong') }}
            minTickGap={24}
          />
          <YAxis
            tickFormatter={(value: number) => axisText(value, measure)}
            tick={tick}
            tickLine={false}
            axisLine={false}
            width={56}
            allowDecimals={false}
          />
          <Tooltip
            cursor={{ fill: colour('sunken') }}
            contentStyle={{
              background: colour('raised'),
              border: `1px solid ${colour('line')}`,
              borderRadius: 4,
              color: colour('ink'),
            }}
            labelFormatter={(since) => (typeof since === 'string' ? bucketLabel(since, unit) : null)}
            formatter={(value) => [
              typeof value === 'number' ? valueText(value, measure) : '',
              measureLabels[measure],
            ]}
          />
          <Bar dataKey="value" fill={colour('accent')} radius={[2, 2, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
