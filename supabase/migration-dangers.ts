import type { Finding } from './migration-remedies'
import { at, below, isTrue, list, option, text, typeName, type Statement } from './migration-statements'

/** What only a superuser may do. */
export function superuserRules({ kind, node }: Statement): Finding[] {
  const refuse = (what: string): Finding[] => [{ rule: 'superuser', what }]
  switch (kind) {
    case 'CreateRoleStmt':
    case 'AlterRoleStmt':
      return ['superuser', 'replication', 'bypassrls']
        .filter((name) => isTrue(option(node.options, name)))
        .flatMap((name) => refuse(`a role with ${name}`))
    case 'AlterSystemStmt':
      return refuse('alter system')
    case 'SecLabelStmt':
      return refuse('security label')
    case 'LoadStmt':
      return refuse('load')
    case 'CreateTableSpaceStmt':
      return refuse('create tablespace')
    case 'VariableSetStmt':
      return ['session_authorization', 'role'].includes(text(node.name))
        ? refuse(`set ${text(node.name).replace('_', ' ')}`)
        : []
    case 'CopyStmt':
      return text(node.filename) ? refuse('copy from or to the server') : []
    default:
      return []
  }
}

/** Types that hold whatever a column held before. */
const isWide = (type: unknown): boolean =>
  ['text', 'numeric'].includes(typeName(type)) && list(at(type, 'typmods')).length === 0

/** What may lose rows or values. */
export function destructiveRules({ kind, node, text: sql }: Statement): Finding[] {
  if (/^\s*-- destructive: \S/m.test(sql)) return []
  const refuse = (what: string): Finding[] => [{ rule: 'destructive', what }]
  switch (kind) {
    case 'DropStmt':
      return ['OBJECT_TABLE', 'OBJECT_SCHEMA', 'OBJECT_MATVIEW'].includes(text(node.removeType))
        ? refuse('a table or schema is dropped')
        : []
    case 'TruncateStmt':
      return refuse('a table is emptied')
    case 'DeleteStmt':
      return node.whereClause === undefined ? refuse('every row is deleted') : []
    case 'AlterTableStmt':
      return below(node.cmds, 'AlterTableCmd').flatMap((command) => {
        if (command.subtype === 'AT_DropColumn') return refuse(`column ${text(command.name)} is dropped`)
        const isNarrowed =
          command.subtype === 'AT_AlterColumnType' && !isWide(at(command.def, 'ColumnDef', 'typeName'))
        return isNarrowed ? refuse(`column ${text(command.name)} may lose values by its new type`) : []
      })
    default:
      return []
  }
}
