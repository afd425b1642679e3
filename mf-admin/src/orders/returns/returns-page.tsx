import { chakra, Text } from '@shop/ui'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { columnHelper } from '../../kit/columns'
import { formatDate } from '../../kit/dates'
import { countIn } from '../../kit/list-page'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { choiceParam, pageParam } from '../../kit/url-state'
import {
  deliveryOf,
  officeReturnsQuery,
  reasonLabels,
  returnStates,
  stateLabels,
  type OfficeReturn,
} from './office-returns'
import { Exchange, ExchangeStep, NextStep, ReturnStep } from './return-actions'

const params = v.object({ state: choiceParam(returnStates, 'requested'), page: pageParam() })
const live = { tables: ['returns'], keys: [['office-returns']] }
const column = columnHelper<OfficeReturn>()
const columnsOf = (onOpen: (sent: OfficeReturn) => void, onExchange: (sent: OfficeReturn) => void) =>
  column.columns([
    column.accessor('orderNumber', {
      header: 'Order',
      meta: { narrow: 'title' },
      cell: ({ row: { original } }) => (
        <>
          <Text as="span" fontWeight={520}>
            {original.orderNumber}
          </Text>
          <Text textStyle="micro" color="muted" overflowWrap="anywhere">
            {original.email ?? 'Guest'}
          </Text>
          {original.replacement !== null && (
            <Text textStyle="micro" color="muted">{`Replaced by ${original.replacement}`}</Text>
          )}
        </>
      ),
    }),
    column.accessor('lines', {
      header: 'Pieces',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) =>
        getValue().map(({ line, name, quantity, reason }) => (
          <Text key={line} as="span" display="block" overflowWrap="anywhere">
            {`${String(quantity)} × ${name}, ${reasonLabels[reason].toLowerCase()}`}
          </Text>
        )),
    }),
    column.accessor('createdAt', {
      header: 'Requested',
      meta: { narrow: 'aside' },
      cell: ({ getValue, row }) => (
        <>
          <time dateTime={getValue().toISOString()}>{formatDate(getValue())}</time>
          <Text textStyle="micro" color="muted" data-only="wide">
            {deliveryOf(row.original)}
          </Text>
        </>
      ),
    }),
    column.display({
      id: 'action',
      header: 'Actions',
      meta: { hideHeader: true, narrow: 'button' },
      cell: ({ row }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap=".5rem">
          <ExchangeStep sent={row.original} onOpen={onExchange} />
          <NextStep sent={row.original} onOpen={onOpen} />
        </chakra.span>
      ),
    }),
  ])

/** The inbox of returns: by state, those that wait the oldest first. */
export function Component() {
  // It is kept as it was opened, though the list goes on.
  const [opened, setOpened] = useState<OfficeReturn | null>(null)
  const [exchanged, setExchanged] = useState<OfficeReturn | null>(null)
  return (
    <ListScreen
      title="Returns"
      params={params}
      query={({ state }) => officeReturnsQuery(state.state, state.page)}
      text={({ data, state }) => countIn(data, stateLabels[state.state])}
      columns={useMemo(() => columnsOf(setOpened, setExchanged), [])}
      filters={() => [{ name: 'state', label: 'State', options: stateLabels }]}
      empty={({ state }) => ({
        title: `No returns are ${stateLabels[state.state].toLowerCase()}`,
        text: 'What customers want to send back is listed here.',
      })}
      failure="Failed to load the returns."
      live={live}
    >
      {exchanged && <Exchange key={exchanged.id} sent={exchanged} onClose={() => setExchanged(null)} />}
      {opened && <ReturnStep key={opened.id} sent={opened} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
