import { createBackend, createQueryClient, DataProvider, queryOptions } from '@shop/supabase'
import Pencil from 'lucide-react/icons/pencil'
import * as v from 'valibot'
import { columnHelper } from '../../kit/columns'
import { ListScreen } from './list-screen'
import { RowIconLink, RowLink } from '../../kit/row-link'
import { textParam } from '../../kit/url-state'

export default {}

interface Zone {
  id: string
  name: string
  postcodes: string
}

const zones: Zone[] = [
  { id: '1', name: 'Mainland', postcodes: 'AL, B, BA' },
  { id: '2', name: 'Highlands', postcodes: 'IV, KW' },
]

const data = {
  backend: createBackend({ url: 'http://localhost', key: 'none' }),
  queryClient: createQueryClient(),
}

const params = v.object({ q: textParam(40) })

const query = queryOptions({ key: ['zones'], queryFn: () => Promise.resolve(zones) })

const column = columnHelper<Zone>()
const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { narrow: 'title' },
    cell: ({ row: { id, original } }) => <RowLink id={id}>{original.name}</RowLink>,
  }),
  column.accessor('postcodes', { header: 'Postcodes', meta: { narrow: 'detail' } }),
  column.display({
    id: 'edit',
    header: 'Edit',
    meta: { hideHeader: true, narrow: 'actions' },
    cell: ({ row: { id, original } }) => (
      <RowIconLink id={id} label={`Edit ${original.name}`} icon={Pencil} />
    ),
  }),
])

export const WithDetails = () => (
  <DataProvider data={data}>
    <ListScreen
      title="Zones"
      params={params}
      query={() => query}
      text={({ data: known }) => (known ? `${String(known.length)} zones` : 'Loading')}
      columns={columns}
      search={{ label: 'Search zones' }}
      empty={{ title: 'No zones yet' }}
      failure="The zones could not be loaded"
      details={{ param: 'zone', add: 'New zone', render: () => null }}
    />
  </DataProvider>
)
