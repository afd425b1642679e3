import { Link, useNavigate } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, ErrorState, Icon, LinkButton, PageHeader } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import type { Columns } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { choiceParam, useUrlState } from '../../kit/url-state'
import { useErrorToast } from '../../kit/use-error-toast'
import { RequireRight } from '../../frame/staff/require-right'
import { kindWords } from './change-shipping'
import { DeleteDialog, type ToDelete } from './delete-dialog'
import { officeShippingQuery, type Kind, type OfficeShipping } from './office-shipping'
import { OpenForm } from './open-form'
import { ruleNotes } from './rule-values'
import { methodColumns, ruleColumns, zoneColumns } from './shipping-columns'
import { Simulator } from './simulator'
import { useTrial } from './trial'

const tabs = ['zones', 'methods', 'rules', 'simulator'] as const
type Tab = (typeof tabs)[number]
const params = v.object({ tab: choiceParam(tabs, 'zones') })
const kinds: Record<Exclude<Tab, 'simulator'>, Kind> = { zones: 'zone', methods: 'method', rules: 'rule' }
const names: Record<Tab, string> = {
  zones: 'Zones',
  methods: 'Methods',
  rules: 'Rules',
  simulator: 'Simulator',
}
const empty: Record<Kind, string> = {
  zone: 'Create your first zone. Without one the base prices apply everywhere.',
  method: 'Create your first method. Without one nobody can check out.',
  rule: 'Create your first rule, such as free delivery from £25.',
}

const Tabs = chakra('nav', {
  base: {
    display: 'flex',
    borderBottom: '1px solid {colors.line}',
    marginBottom: '1.5rem',
    overflowX: 'auto',
  },
})
const TabLink = chakra(Link, {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minHeight: '44px',
    paddingInline: { base: '.7rem', md: '1.1rem' },
    color: 'muted',
    fontWeight: 500,
    whiteSpace: 'nowrap',
    '&:hover': { color: 'ink' },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'ink' },
    '&[aria-current]::after': {
      content: '""',
      position: 'absolute',
      inset: 'auto 0 0',
      height: '2px',
      background: 'accent',
    },
  },
})

/** Zones, methods and rules of delivery, and a simulator of its prices. */
export function Component() {
  return (
    <RequireRight right="shipping">
      <ShippingScreen />
    </RequireRight>
  )
}

function ShippingScreen() {
  const [{ tab }] = useUrlState(params)
  const { data: shipping, error, isFetching, refetch } = useAppQuery(officeShippingQuery)
  useErrorToast(error, 'Failed to load shipping data.')
  const [toDelete, setToDelete] = useState<ToDelete | null>(null)
  const trial = useTrial()
  const kind = tab === 'simulator' ? null : kinds[tab]
  const isFailed = error !== null && !shipping
  const add = kind && (
    <LinkButton to={{ search: `?${searchOf(tab, 'new')}` }}>
      <Icon as={Plus} size="s" />
      Add {kindWords[kind]}
    </LinkButton>
  )
  const table = {
    shipping,
    add,
    error: isFailed ? 'Delivery could not be loaded' : null,
    isRetrying: isFetching,
    onRetry: () => void refetch(),
    onDelete: setToDelete,
  }
  return (
    <>
      <PageHead title="Shipping" description="Restricted access only" noindex />
      <PageHeader title="Shipping" text={countOf(shipping, tab)} aside={add} />
      <Tabs aria-label="Shipping">
        {tabs.map((each) => (
          <TabLink
            key={each}
            to={{ search: `?${searchOf(each)}` }}
            preventScrollReset
            aria-current={each === tab ? 'page' : undefined}
          >
            {names[each]}
          </TabLink>
        ))}
      </Tabs>
      {tab === 'zones' && <Zones {...table} />}
      {tab === 'methods' && <Methods {...table} />}
      {tab === 'rules' && <Rules {...table} />}
      {tab === 'simulator' &&
        (isFailed ? (
          <ErrorState
            title="Delivery could not be loaded"
            text="Nothing was changed. Please try again."
            onRetry={table.onRetry}
            retrying={isFetching}
          />
        ) : (
          shipping && <Simulator shipping={shipping} trial={trial} />
        ))}
      {kind && shipping && <OpenForm kind={kind} shipping={shipping} trial={trial} />}
      {shipping && <DeleteDialog toDelete={toDelete} shipping={shipping} onClose={() => setToDelete(null)} />}
    </>
  )
}

/** "7 zones"; as high while it is not known. */
function countOf(shipping: OfficeShipping | undefined, tab: Tab): string {
  if (tab === 'simulator') return 'What delivery costs, and why'
  const count = shipping?.[tab].length
  return count === undefined ? '\u00a0' : `${String(count)} ${count === 1 ? kinds[tab] : tab}`
}

const searchOf = (tab: Tab, id?: string) =>
  new URLSearchParams({ ...(tab !== 'zones' && { tab }), ...(id !== undefined && { edit: id }) }).toString()

interface TableProps {
  shipping: OfficeShipping | undefined
  add: React.ReactNode
  error: string | null
  isRetrying: boolean
  onRetry: () => void
  onDelete: (toDelete: ToDelete) => void
}

function Zones({ shipping, onDelete, ...rest }: TableProps) {
  const { unmatchedZone } = useSettings().shipping
  const first = useMemo(() => {
    if (unmatchedZone !== 'first') return undefined
    const active = shipping?.zones.filter((zone) => zone.is_active) ?? []
    return active.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))[0]?.id
  }, [shipping, unmatchedZone])
  const columns = useMemo(
    () =>
      zoneColumns(
        {
          edit: ({ id }) => ({ search: searchOf('zones', id) }),
          onDelete: (record) => onDelete({ kind: 'zone', record }),
        },
        first,
      ),
    [onDelete, first],
  )
  return <Records tab="zones" columns={columns} rows={shipping?.zones} {...rest} />
}

function Methods({ shipping, onDelete, ...rest }: TableProps) {
  const columns = useMemo(
    () =>
      methodColumns({
        edit: ({ id }) => ({ search: searchOf('methods', id) }),
        onDelete: (record) => onDelete({ kind: 'method', record }),
      }),
    [onDelete],
  )
  return <Records tab="methods" columns={columns} rows={shipping?.methods} {...rest} />
}

function Rules({ shipping, onDelete, ...rest }: TableProps) {
  const columns = useMemo(
    () =>
      ruleColumns(
        {
          edit: ({ id }) => ({ search: searchOf('rules', id) }),
          onDelete: (record) => onDelete({ kind: 'rule', record }),
        },
        (rule) => ruleNotes(rule, shipping?.methods ?? []),
      ),
    [onDelete, shipping],
  )
  return <Records tab="rules" columns={columns} rows={shipping?.rules} {...rest} />
}

interface RecordsProps<Row extends { id: string }> extends Omit<TableProps, 'shipping' | 'onDelete'> {
  tab: keyof typeof kinds
  columns: Columns<Row>
  rows: readonly Row[] | undefined
}

function Records<Row extends { id: string }>({ tab, columns, rows, add, ...rest }: RecordsProps<Row>) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={`Shipping ${names[tab]}`}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      onEdit={({ id }) => void navigate({ search: searchOf(tab, id) })}
      emptyState={<EmptyState title={`No ${tab} found`} text={empty[kinds[tab]]} action={add} />}
      {...rest}
    />
  )
}
