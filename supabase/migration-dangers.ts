import type { Finding } from './migration-remedies'
import { at, below, isTrue, list, option, text, typeName, type Statement } from './migration-statements'

/** Statements that only a superuser may run. */
export function superuserRules({ kind, node }: Statement): Finding[] {
  const reject = (what: string): Finding[] => [{ rule: 'superuser', what }]
  switch (kind) {
    case 'CreateRoleStmt':
    case 'AlterRoleStmt':
      return ['superuser', 'replication', 'bypassrls']
        .filter((name) => isTrue(option(node.options, name)))
        .flatMap((name) => reject(`a role with ${name}`))
    case 'AlterSystemStmt':
      return reject('alter system')
    case 'SecLabelStmt':
      return reject('security label')
    case 'LoadStmt':
      return reject('load')
    case 'CreateTableSpaceStmt':
      return reject('create tablespace')
    case 'VariableSetStmt':
      return ['session_authorization', 'role'].includes(text(node.name))
        ? reject(`set ${text(node.name).replace('_', ' ')}`)
        : []
    case 'CopyStmt':
      return text(node.filename) ? reject('copy from or to the server') : []
    default:
      return []
  }
}

/** Types that hold whatever a column held before. */
const isWide = (type: unknown): boolean =>
  ['text', 'numeric'].includes(typeName(type)) && list(at(type, 'typmods')).length === 0

/** Statements that may lose rows or values. */
export function destructiveRules({ kind, node, text: sql }: Statement): Finding[] {
  if (/^\s*-- destructive: \S/m.test(sql)) return []
  const reject = (what: string): Finding[] => [{ rule: 'destructive', what }]
  switch (kind) {
    case 'DropStmt':
      return ['OBJECT_TABLE', 'OBJECT_SCHEMA', 'OBJECT_MATVIEW'].includes(text(node.removeType))
        ? reject('a table or schema is dropped')
        : []
    case 'TruncateStmt':
      return reject('a table is emptied')
    case 'DeleteStmt':
      return node.whereClause === undefined ? reject('every row is deleted') : []
    case 'AlterTableStmt':
      return below(node.cmds, 'AlterTableCmd').flatMap((command) => {
        if (command.subtype === 'AT_DropColumn') return reject(`column ${text(command.name)} is dropped`)
        const isNarrowed =
          command.subtype === 'AT_AlterColumnType' && !isWide(at(command.def, 'ColumnDef', 'typeName'))
        return isNarrowed ? reject(`column ${text(command.name)} may lose values by its new type`) : []
      })
    default:
      return []
  }
}
