import { counted, formatPence, rateText, type Pence } from '@shop/pricing'
import { PageHead } from '@shop/settings'
import { useAppQuery, useServerTime } from '@shop/supabase'
import {
  chakra,
  EmptyState,
  ErrorState,
  Grid,
  Input,
  LinkButton,
  Loading,
  NativeSelect,
  PageHeader,
  Panel,
  Skeleton,
  Text,
} from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { useLive } from '../../frame/staff/use-live'
import { formatDay } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { FigureTable } from '../../kit/figure-table'
import { FilterBar } from '../../kit/filters'
import { dayParam, useUrlState } from '../../kit/url-state'
import { chosenDays, daysOf, periodLabels, periodOf, periods, type Days } from './days'
import { left, meansLabel, takingsKey, takingsQuery, type Takings } from './office-takings'

const params = v.object({ from: dayParam(), to: dayParam() })
const liveTables = ['orders', 'refunds']
const liveKeys = [takingsKey]

const Day = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.5rem',
    color: 'muted',
    '& input': { width: '9.5rem' },
    '@media (max-width: 899.98px)': {
      display: 'grid',
      gap: '.2rem',
      flex: '1 1 8rem',
      '& input': { width: '100%' },
    },
  },
})

const inWords = ({ from, to }: Days) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

/** What the shop took on some days, by means of payment and by rate of VAT, and what went back. */
export function Component() {
  const [state, change] = useUrlState(params)
  const { now: serverNow } = useServerTime()
  const [now] = useState(serverNow)
  const days = chosenDays(state, now)
  const period = periodOf(days, now)
  const { data, error, isFetching, isPlaceholderData, refetch } = useAppQuery(takingsQuery(days), {
    keepPrevious: true,
  })
  useLive(liveTables, liveKeys)
  const day = (name: keyof Days, label: string) => (
    <Day>
      {label}
      <Input
        type="date"
        value={days[name]}
        required
        onChange={({ target: { value } }) => {
          if (value) change({ ...days, [name]: value })
        }}
      />
    </Day>
  )
  return (
    <>
      <PageHead title="Takings" description="Restricted access only" noindex />
      <PageHeader
        title="Takings"
        text={`${inWords(days)}, London time`}
        aside={
          <LinkButton variant="quiet" to={`/admin/orders?${new URLSearchParams({ ...days }).toString()}`}>
            Orders of these days
          </LinkButton>
        }
      />
      <Grid gap="1.1rem">
        <FilterBar css={{ '@media (max-width: 899.98px)': { '& > :has(> select)': { flex: '1 1 100%' } } }}>
          <NativeSelect
            aria-label="Period"
            value={period ?? ''}
            onChange={({ target }) => {
              const chosen = periods.find((one) => one === target.value)
              if (chosen) change(daysOf(chosen, now))
            }}
          >
            {!period && <option value="">Other days</option>}
            {periods.map((one) => (
              <option key={one} value={one}>
                {periodLabels[one]}
              </option>
            ))}
          </NativeSelect>
          {day('from', 'From')}
          {day('to', 'To')}
        </FilterBar>
        {error && (!data || isPlaceholderData) ? (
          <Panel>
            <ErrorState
              title="The takings could not be loaded"
              text={errorWords(error, 'Nothing was changed.')}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          </Panel>
        ) : data ? (
          <Grid gap="1.1rem" opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <Figures takings={data} />
          </Grid>
        ) : (
          <Loading label="Loading the takings">
            <Skeleton height="26rem" />
          </Loading>
        )}
      </Grid>
    </>
  )
}

const columns = ['Sales', 'Refunds', 'Takings']
const pounds = (pence: Pence) => (pence < 0 ? `−${formatPence(-pence)}` : formatPence(pence))
const threeOf = (sales: Pence, refunds: Pence) => [sales, refunds, left(sales, refunds)].map(pounds)

function Figures({ takings: { sales, refunds, means, rates } }: { takings: Takings }) {
  if (sales.count + refunds.count === 0)
    return (
      <Panel>
        <EmptyState
          title="Nothing was taken"
          text="No order was paid and nothing went back to customers on these days."
        />
      </Panel>
    )
  return (
    <>
      <Panel title="Sales and refunds">
        <FigureTable
          label="Sales and refunds"
          headings={['What for', ...columns]}
          rows={[
            { name: 'Goods without VAT', figures: threeOf(sales.net, refunds.net) },
            { name: 'VAT', figures: threeOf(sales.tax, refunds.tax) },
            { name: 'Delivery', figures: threeOf(sales.delivery, refunds.delivery) },
          ]}
          total={{ name: 'Total', figures: threeOf(sales.total, refunds.total) }}
        />
        <Text color="muted" marginTop=".6rem">
          {counted(sales.count, 'order')}, {counted(refunds.count, 'refund')}
        </Text>
      </Panel>
      <Panel title="By means of payment">
        <FigureTable
          label="By means of payment"
          headings={['Means', ...columns]}
          rows={means.map((part) => ({
            name: meansLabel(part.means),
            figures: threeOf(part.sales, part.refunds),
          }))}
          total={{ name: 'Total', figures: threeOf(sales.total, refunds.total) }}
        />
      </Panel>
      <Panel title="By rate of VAT">
        <FigureTable
          label="By rate of VAT"
          headings={[
            'Rate',
            'Sales, net',
            'Sales, VAT',
            'Refunds, net',
            'Refunds, VAT',
            'Net',
            'VAT',
            'Gross',
          ]}
          rows={rates.map(({ rate, net, tax, refundedNet, refundedTax }) => ({
            name: rateText(rate),
            figures: rateFigures(net, tax, refundedNet, refundedTax),
          }))}
          total={{ name: 'Total', figures: rateFigures(sales.net, sales.tax, refunds.net, refunds.tax) }}
        />
        <Text color="muted" marginTop=".6rem">
          Without delivery, which is charged without VAT. A gift card is sold at 0%; what it pays for has its
          VAT.
        </Text>
      </Panel>
    </>
  )
}

function rateFigures(net: Pence, tax: Pence, refundedNet: Pence, refundedTax: Pence): string[] {
  const [leftNet, leftTax] = [left(net, refundedNet), left(tax, refundedTax)]
  return [net, tax, refundedNet, refundedTax, leftNet, leftTax, leftNet + leftTax].map(pounds)
}
