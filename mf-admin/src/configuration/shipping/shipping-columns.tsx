import { Link } from '@shop/router'
import { counted, formatPence, toPence } from '@shop/pricing'
import { Badge, chakra, IconButton, IconLink, Text } from '@shop/ui'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { columnHelper } from '../../kit/columns'
import { ruleTypes, type Method, type Rule, type Zone } from './office-shipping'

const shownPostcodes = 3

/** "SW, SE, N +9 more". */
export function postcodesText(postcodes: readonly string[]): string {
  const more = postcodes.length - shownPostcodes
  const first = postcodes.slice(0, shownPostcodes).join(', ')
  return more > 0 ? `${first} +${String(more)} more` : first
}

/** "1 day", "2 days", "2-3 days". */
export function daysText({
  estimated_days_min: least,
  estimated_days_max: most,
}: Pick<Method, 'estimated_days_min' | 'estimated_days_max'>): string {
  if (least !== most) return `${String(least)}-${String(most)} days`
  return counted(most, 'day')
}

const Title = chakra(Link, {
  base: {
    fontWeight: 500,
    overflowWrap: 'anywhere',
    textDecoration: 'underline',
    textDecorationColor: 'transparent',
    textUnderlineOffset: '.28em',
    '&:hover': { textDecorationColor: 'currentColor' },
  },
})
const Description = chakra('span', { base: { lineClamp: 2, maxWidth: '60ch' } })
const muted = (text: string) => <chakra.span color="muted">{text}</chakra.span>

interface Row {
  id: string
  name: string
  is_active: boolean
}

export interface RowActions<Record extends Row> {
  /** The address of a record's form. */
  edit: (record: Record) => { search: string }
  onDelete: (record: Record) => void
}

const status = <Record extends Row>() =>
  columnHelper<Record>().accessor(({ is_active: isActive }) => (isActive ? 'Active' : 'Inactive'), {
    id: 'status',
    header: 'Status',
    meta: { narrow: 'aside' },
    cell: ({ getValue }) => (
      <Badge status={getValue() === 'Active' ? 'positive' : 'outline'}>{getValue()}</Badge>
    ),
  })

const named = <Record extends Row>({ edit }: RowActions<Record>, note?: (record: Record) => ReactNode) =>
  columnHelper<Record>().accessor(({ name }) => name, {
    id: 'name',
    header: 'Name',
    meta: { width: '26%', narrow: 'title' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <Title to={edit(original)}>{getValue()}</Title>
        {note?.(original)}
      </>
    ),
  })

const actions = <Record extends Row>({ edit, onDelete }: RowActions<Record>) =>
  columnHelper<Record>().display({
    id: 'actions',
    header: 'Actions',
    meta: { hideHeader: true, narrow: 'actions' },
    cell: ({ row: { original } }) => (
      <>
        <IconLink to={edit(original)} label={`Edit ${original.name}`} icon={Pencil} size="s" />
        <IconButton
          label={`Delete ${original.name}`}
          icon={Trash2}
          size="s"
          onClick={() => onDelete(original)}
        />
      </>
    ),
  })

const described = <Record extends { description: string | null }>() =>
  columnHelper<Record>().accessor(({ description }) => description, {
    id: 'description',
    header: 'Description',
    cell: ({ getValue }) => (getValue() ? <Description>{getValue()}</Description> : muted('No description')),
  })

const zone = columnHelper<Zone>()

/** The columns of the zones. @param firstId the zone that takes postcodes of no zone, if one does */
export const zoneColumns = (row: RowActions<Zone>, firstId: string | undefined) =>
  zone.columns([
    named(row, ({ id }) =>
      id === firstId ? (
        <Text textStyle="micro" color="muted">
          Takes all other postcodes
        </Text>
      ) : null,
    ),
    described<Zone>(),
    zone.accessor(({ postcodes }) => postcodesText(postcodes), {
      id: 'postcodes',
      header: 'Postcodes',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) => getValue() || muted('None'),
    }),
    zone.accessor(({ multiplier }) => `${String(multiplier)}x`, {
      id: 'multiplier',
      header: 'Multiplier',
      meta: { align: 'end', narrow: 'asideDetail' },
    }),
    status<Zone>(),
    actions(row),
  ])

const method = columnHelper<Method>()

/** The columns of the methods. */
export const methodColumns = (row: RowActions<Method>) =>
  method.columns([
    named(row),
    described<Method>(),
    method.accessor(({ base_price: price }) => formatPence(toPence(price)), {
      id: 'price',
      header: 'Base Price',
      meta: { align: 'end', narrow: 'asideDetail' },
    }),
    method.accessor(daysText, { id: 'days', header: 'Delivery Time', meta: { narrow: 'detail' } }),
    status<Method>(),
    actions(row),
  ])

const rule = columnHelper<Rule>()

/** The columns of the rules. @param notesOf what staff should know about a rule */
export const ruleColumns = (row: RowActions<Rule>, notesOf: (rule: Rule) => readonly string[]) =>
  rule.columns([
    named(row, (record) =>
      notesOf(record).map((note) => (
        <Text key={note} data-only="wide" textStyle="micro" color="warning">
          {note}
        </Text>
      )),
    ),
    rule.accessor(({ type }) => ruleTypes[type], {
      id: 'type',
      header: 'Type',
      meta: { narrow: 'detail' },
    }),
    rule.accessor('priority', {
      header: 'Priority',
      meta: { align: 'end', narrow: 'asideDetail' },
      cell: ({ getValue }) => (
        <>
          <span data-only="narrow">Priority </span>
          {getValue()}
        </>
      ),
    }),
    status<Rule>(),
    actions(row),
  ])
