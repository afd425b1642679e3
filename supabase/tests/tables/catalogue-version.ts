import { nobody, everybody } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const catalogueVersion: TableDeclaration = {
  policies: { forAnyone: ['Anyone sees how new the catalogue is'] },
  columns: { anon: { select: 'id version changed_at' } },
  reach: {
    select: everybody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  rows: {
    ...plain,
    change: 'version = 7',
    insert: {
      row: () =>
        'insert into catalogue_version (id) values (true) on conflict (id) do update set version = 2',
    },
  },
  attack: { row: 'true', forged: '{"version":1}', change: '{"version":999999}' },
}
