import { useAppQuery, useServerTime } from '@shop/supabase'
import {
  Box,
  chakra,
  ErrorState,
  Grid,
  Loading,
  NativeSelect,
  Panel,
  RadioCardGroup,
  RadioCard,
  Skeleton,
  onDemand,
} from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { choiceParam, useUrlState } from '../../kit/url-state'
import { changeText, measureLabels, measures, valueOf, valueText, type Measure } from './measure'
import { periodOf, spanLabels, spans, unitOf, units, unitsOf } from './period'
import { salesQuery, type Sales as SalesFigures } from './sales-series'
import { SalesTable } from './sales-table'
import { TopProducts } from './top-products'

// The library of charts is fetched when a dashboard is looked at, by nobody else.
const SalesChart = onDemand(
  async () => (await import('./sales-chart')).SalesChart,
  'The chart',
  <Skeleton height="260px" />,
)

const params = v.object({
  period: choiceParam(spans, '30d'),
  by: choiceParam(['auto', ...units], 'auto'),
  show: choiceParam(measures, 'paid'),
})

const unitLabels = { day: 'By day', week: 'By week', month: 'By month' }

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '.6rem',
    '& select': { minWidth: '8.5rem' },
  },
})
const Chips = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
    gap: '.6rem',
  },
})

/** Orders and money of a period, compared with the one before, as a chart and a table; what sold best. */
export function Sales() {
  const [state, change] = useUrlState(params)
  const unit = unitOf(state.period, state.by)
  // The day on which the dashboard was opened, so that a render after midnight does not read all anew.
  const { now: serverNow } = useServerTime()
  const [now] = useState(serverNow)
  const { data, error, isFetching, isPlaceholderData, refetch } = useAppQuery(
    salesQuery(periodOf(state.period, now), unit),
    { keepPrevious: true },
  )
  return (
    <Grid gap="1.5rem" alignItems="start" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1.6fr 1fr' }}>
      <Panel
        title="Sales"
        minWidth="0"
        actions={
          <Bar>
            <NativeSelect
              aria-label="Period"
              value={state.period}
              onChange={({ target }) =>
                change({ period: spans.find((span) => span === target.value), by: 'auto' })
              }
            >
              {spans.map((span) => (
                <option key={span} value={span}>
                  {spanLabels[span]}
                </option>
              ))}
            </NativeSelect>
            <NativeSelect
              aria-label="Add up"
              value={unit}
              onChange={({ target }) => change({ by: units.find((one) => one === target.value) })}
            >
              {unitsOf(state.period).map((one) => (
                <option key={one} value={one}>
                  {unitLabels[one]}
                </option>
              ))}
            </NativeSelect>
          </Bar>
        }
      >
        {error && !data ? (
          <ErrorState
            level={3}
            title="The sales could not be loaded"
            text="Nothing was changed. Please try again."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : data ? (
          <Grid gap="1.25rem" opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <MeasureChoice
              sales={data}
              value={state.show}
              onChange={(show) => change({ show }, { replace: true })}
            />
            <SalesChart series={data.series} measure={state.show} unit={data.unit} />
            <details>
              <chakra.summary cursor="pointer" paddingBlock=".6rem">
                Show as a table
              </chakra.summary>
              <SalesTable series={data.series} unit={data.unit} />
            </details>
          </Grid>
        ) : (
          <Loading label="Loading sales">
            <Skeleton height="26rem" />
          </Loading>
        )}
      </Panel>
      {data && (
        <Box minWidth="0">
          <TopProducts products={data.topProducts} />
        </Box>
      )}
    </Grid>
  )
}

interface MeasureChoiceProps {
  sales: SalesFigures
  value: Measure
  onChange: (measure: Measure) => void
}

/** The totals of the period; the chosen one is in the chart. */
function MeasureChoice({ sales, value, onChange }: MeasureChoiceProps) {
  return (
    <RadioCardGroup
      label="Shown in the chart"
      value={value}
      onChange={(chosen) => onChange(measures.find((measure) => measure === chosen) ?? value)}
    >
      <Chips>
        {measures.map((measure) => {
          const now = valueOf(sales.total, measure)
          return (
            <RadioCard
              key={measure}
              value={measure}
              title={measureLabels[measure]}
              price={valueText(now, measure)}
              detail={changeText(now, valueOf(sales.before, measure))}
            />
          )
        })}
      </Chips>
    </RadioCardGroup>
  )
}
