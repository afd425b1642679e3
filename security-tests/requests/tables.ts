import { table, type Attack } from '../../supabase/tests/declaration/attack'
import type { TableDeclaration } from '../../supabase/tests/declaration/table'
import { tables } from '../../supabase/tests/tables'

const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
const shown = { prefer: 'return=representation' }

/** Everybody may read at least some of its rows. */
const isOpen = ({ reach: { select } }: TableDeclaration): boolean =>
  ['all', 'active'].includes(String(select.anon))

/** Every table × insert, upsert, replace, change and delete, aimed at all rows and at somebody's. */
export function tableAttacks(): Attack[] {
  return Object.entries(tables).flatMap(([name, declaration]) => {
    const { rows, attack } = declaration
    const { key = rows.key, row, forged, change, unique } = attack
    const isReader = (by: 'guest' | 'stranger'): boolean => attack.readers?.includes(by) ?? false
    return (['guest', 'stranger'] as const).flatMap((by) => {
      const every = `${name}?${key}=not.is.null`
      const aim = `${name}?${key}=eq.${row}`
      const many = `[${Array.from({ length: 50 }, () => forged).join(',')}]`
      const withKey = `{"${key}":"${row}",${forged.slice(1)}`
      const deletes = attack.isTheirsToDelete ? 'harmless' : 'nothing'
      const reads = isOpen(declaration) || isReader(by) ? 'harmless' : 'nothing'
      const readsOne = isOpen(declaration) ? 'harmless' : 'nothing'
      const duplicates = `${name}?on_conflict=${unique ?? key}`
      const named = `${name} with other columns named`
      return [
        table(`${by} inserts into ${name}`, by, 'rejected', 'POST', name, forged, shown),
        table(`${by} inserts many into ${name}`, by, 'rejected', 'POST', name, many),
        table(`${by} merges duplicates into ${name}`, by, 'rejected', 'POST', duplicates, withKey, merge),
        table(
          `${by} inserts into ${named}`,
          by,
          'rejected',
          'POST',
          `${name}?columns=${key}`,
          withKey,
          merge,
        ),
        table(`${by} puts a row of ${name}`, by, 'rejected', 'PUT', aim, withKey, shown),
        table(`${by} changes every row of ${name}`, by, 'nothing', 'PATCH', every, change, shown),
        table(`${by} changes one row of ${name}`, by, 'nothing', 'PATCH', aim, change, shown),
        table(`${by} deletes every row of ${name}`, by, deletes, 'DELETE', every, undefined, shown),
        table(`${by} deletes one row of ${name}`, by, 'nothing', 'DELETE', aim, undefined, shown),
        table(`${by} reads all of ${name}`, by, reads, 'GET', `${name}?select=*`),
        table(`${by} reads one row of ${name}`, by, readsOne, 'GET', `${aim}&select=${key}`),
        table(`${by} counts ${name} without reading`, by, 'harmless', 'HEAD', aim, undefined, {
          prefer: 'count=exact',
        }),
      ]
    })
  })
}

/** What a signed-in buyer may try with the rows that are theirs. */
export function ownRowAttacks(): Attack[] {
  return Object.entries(tables).flatMap(([name, { attack }]) =>
    Object.entries(attack.own?.changes ?? {}).map(([what, [expects, body]]) => {
      const method = body === undefined ? 'DELETE' : 'PATCH'
      return table(
        `buyer gives ${what}`,
        'buyer',
        expects,
        method,
        `${name}?${attack.own?.row ?? ''}`,
        body,
        shown,
      )
    }),
  )
}

/** What may stand in a row that everybody may write: a message to the shop. */
export function writeAttacks(): Attack[] {
  return Object.entries(tables).flatMap(([name, { attack }]) =>
    Object.entries(attack.writes ?? {}).flatMap(([what, [expects, body]]) =>
      (['guest', 'stranger'] as const).map((by) =>
        table(`${by} writes the shop ${what}`, by, expects, 'POST', name, body),
      ),
    ),
  )
}
