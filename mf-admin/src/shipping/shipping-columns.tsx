import { Link } from '@shop/router'
import { counted, formatPence, toPence } from '@shop/pricing'
import { Badge, chakra, IconButton, IconLink, Text } from '@shop/ui'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
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

const status: DataColumn<Row> = {
  id: 'status',
  header: 'Status',
  narrow: 'aside',
  cell: ({ is_active: isActive }) => (
    <Badge status={isActive ? 'positive' : 'outline'}>{isActive ? 'Active' : 'Inactive'}</Badge>
  ),
}

function named<Record extends Row>(
  { edit }: RowActions<Record>,
  note?: (record: Record) => ReactNode,
): DataColumn<Record> {
  return {
    id: 'name',
    header: 'Name',
    width: '26%',
    narrow: 'title',
    cell: (record) => (
      <>
        <Title to={edit(record)}>{record.name}</Title>
        {note?.(record)}
      </>
    ),
  }
}

function actions<Record extends Row>({ edit, onDelete }: RowActions<Record>): DataColumn<Record> {
  return {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    narrow: 'actions',
    cell: (record) => (
      <>
        <IconLink to={edit(record)} label={`Edit ${record.name}`} icon={Pencil} size="s" />
        <IconButton label={`Delete ${record.name}`} icon={Trash2} size="s" onClick={() => onDelete(record)} />
      </>
    ),
  }
}

const described = <Record extends { description: string | null }>(): DataColumn<Record> => ({
  id: 'description',
  header: 'Description',
  cell: ({ description }) =>
    description ? <Description>{description}</Description> : muted('No description'),
})

/** The columns of the zones. @param firstId the zone that takes postcodes of no zone, if one does */
export const zoneColumns = (row: RowActions<Zone>, firstId: string | undefined): DataColumn<Zone>[] => [
  named(row, ({ id }) =>
    id === firstId ? (
      <Text textStyle="micro" color="muted">
        Takes all other postcodes
      </Text>
    ) : null,
  ),
  described(),
  {
    id: 'postcodes',
    header: 'Postcodes',
    narrow: 'detail',
    cell: ({ postcodes }) => (postcodes.length > 0 ? postcodesText(postcodes) : muted('None')),
  },
  {
    id: 'multiplier',
    header: 'Multiplier',
    align: 'end',
    narrow: 'asideDetail',
    cell: ({ multiplier }) => `${String(multiplier)}x`,
  },
  status,
  actions(row),
]

/** The columns of the methods. */
export const methodColumns = (row: RowActions<Method>): DataColumn<Method>[] => [
  named(row),
  described(),
  {
    id: 'price',
    header: 'Base Price',
    align: 'end',
    narrow: 'asideDetail',
    cell: ({ base_price: price }) => formatPence(toPence(price)),
  },
  { id: 'days', header: 'Delivery Time', narrow: 'detail', cell: daysText },
  status,
  actions(row),
]

/** The columns of the rules. @param notesOf what staff should know about a rule */
export const ruleColumns = (
  row: RowActions<Rule>,
  notesOf: (rule: Rule) => readonly string[],
): DataColumn<Rule>[] => [
  named(row, (rule) =>
    notesOf(rule).map((note) => (
      <Text key={note} data-only="wide" textStyle="micro" color="warning">
        {note}
      </Text>
    )),
  ),
  { id: 'type', header: 'Type', narrow: 'detail', cell: ({ type }) => ruleTypes[type] },
  {
    id: 'priority',
    header: 'Priority',
    align: 'end',
    narrow: 'asideDetail',
    cell: ({ priority }) => (
      <>
        <span data-only="narrow">Priority </span>
        {priority}
      </>
    ),
  },
  status,
  actions(row),
]
