import { counted } from '@shop/pricing'
import { Flex, onDemand, Text } from '@shop/ui'
import * as v from 'valibot'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { Pager } from '../../kit/pager'
import { pageParam, textParam } from '../../kit/url-state'
import { CustomerExport } from './customer-export'
import { customerColumns } from './customer-columns'
import { customerListQuery, customersKey, pageSize, type CustomerPage } from './list-customers'

const CustomerDrawer = onDemand(
  async () => (await import('./customer-drawer')).CustomerDrawer,
  'The customer',
)

const params = v.object({ q: textParam(200), tag: textParam(40), page: pageParam() })
const anyTag = { '': 'Any tag' }
const live = { tables: ['customers', 'orders'], keys: [customersKey] }
const number = (count: number) => count.toLocaleString('en-GB')

/** "Showing 11 to 20 of 42 customers". */
function shownOf({ rows, page, total, exact }: CustomerPage): string {
  const first = (page - 1) * pageSize + 1
  const count = `${exact ? '' : 'more than '}${number(total)}`
  return `Showing ${number(first)} to ${number(first + rows.length - 1)} of ${count} customers`
}

/** All customers, newest first, and the profile of the one that the URL names. */
export function Component() {
  return (
    <ListScreen
      title="Customer Management"
      label="Customers"
      params={params}
      query={({ filter, state }) => customerListQuery(filter.q ?? '', filter.tag ?? '', state.page)}
      text={({ data }) => (data ? counted(data.all, 'customer') : 'Loading')}
      columns={customerColumns}
      search={{ label: 'Search by name or email' }}
      filters={({ data, state }) => [
        {
          name: 'tag',
          label: 'Tag',
          options: {
            ...anyTag,
            ...Object.fromEntries([...(data?.tags ?? []), state.tag].map((tag) => [tag, tag || anyTag['']])),
          },
        },
      ]}
      views="customers"
      aside={({ filter }) => <CustomerExport filter={filter} />}
      footer={({ data }) =>
        data &&
        data.rows.length > 0 && (
          <Flex flexWrap="wrap" alignItems="center" justifyContent="space-between" gap=".6rem 1.5rem">
            <Text color="muted" role="status">
              {shownOf(data)}
            </Text>
            <Pager page={data.page} pages={data.pages} />
          </Flex>
        )
      }
      empty={{ title: 'No customers yet.' }}
      emptyFiltered={{ title: 'No customers found matching your search.' }}
      failure="The customers could not be loaded"
      details={{ param: 'customer', render: (id, close) => <CustomerDrawer id={id} onClose={close} /> }}
      live={live}
    />
  )
}
