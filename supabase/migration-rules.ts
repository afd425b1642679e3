import { destructiveRules, superuserRules } from './migration-dangers'
import type { Finding } from './migration-remedies'
import {
  at,
  below,
  isTrue,
  list,
  option,
  qualified,
  relation,
  text,
  words,
  type Node,
  type Statement,
} from './migration-statements'

/** Schemas that the platform owns. Policies on storage and triggers on auth.users are the ways in. */
const platform = [
  'auth',
  'storage',
  'realtime',
  'extensions',
  'vault',
  'graphql',
  'graphql_public',
  'supabase_migrations',
  'pgbouncer',
  'cron',
  'net',
]

/** Offered by hosted Supabase on PostgreSQL 17. */
const extensions = new Set(
  (
    'address_standardizer address_standardizer_data_us amcheck autoinc bloom btree_gin btree_gist citext cube dblink dict_int dict_xsyn ' +
    'earthdistance fuzzystrmatch hstore http hypopg index_advisor insert_username intagg intarray isn lo ltree moddatetime pg_cron ' +
    'pg_graphql pg_hashids pg_jsonschema pg_net pg_repack pg_stat_monitor pg_stat_statements pg_tle pg_trgm pg_walinspect pgaudit pgcrypto ' +
    'pgmq pgroonga pgrouting pgrowlocks pgstattuple pgtap plpgsql_check postgis postgis_raster postgis_sfcgal postgis_tiger_geocoder ' +
    'postgis_topology postgres_fdw refint rum seg sslinfo supabase_vault tablefunc tcn tsm_system_rows tsm_system_time unaccent uuid-ossp ' +
    'vector wrappers xml2'
  ).split(' '),
)

const schemaOf = (name: string): string => name.split('.')[0] ?? ''
export const roleNames = (value: unknown): string[] =>
  below(value, 'RoleSpec').map((role) =>
    role.roletype === 'ROLESPEC_PUBLIC' ? 'public' : text(role.rolename),
  )

function functionRules(node: Node): Finding[] {
  const name = qualified(words(node.funcname))
  const path = below(option(node.options, 'set') ?? list(node.options), 'VariableSetStmt').find(
    (set) => set.name === 'search_path',
  )
  const isEmpty =
    path !== undefined &&
    list(path.args).length === 1 &&
    text(at(list(path.args)[0], 'A_Const', 'sval', 'sval')) === '' &&
    at(list(path.args)[0], 'A_Const', 'sval') !== undefined
  const language = text(at(option(node.options, 'language'), 'String', 'sval'))
  return [
    ...(isEmpty ? [] : [{ rule: 'search-path' as const, what: `${name} has no empty search_path` }]),
    ...(isTrue(option(node.options, 'security')) && schemaOf(name) !== 'private'
      ? [{ rule: 'definer-private' as const, what: `${name} runs with more rights than its caller` }]
      : []),
    ...(['c', 'internal'].includes(language)
      ? [{ rule: 'superuser' as const, what: `${name} is written in ${language}` }]
      : []),
  ]
}

/** Calls of a policy that PostgreSQL would make for every row. */
function policyRules(node: Node): Finding[] {
  const calls = (value: unknown, isAlone: boolean): string[] => {
    if (Array.isArray(value)) return value.flatMap((entry) => calls(entry, isAlone))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, child]) => {
      if (key === 'SelectStmt') return calls(child, list(at(child, 'fromClause')).length === 0)
      const name = key === 'FuncCall' ? words(at(child, 'funcname')).join('.') : ''
      return [...(/^(auth|private)\./.test(name) && !isAlone ? [name] : []), ...calls(child, isAlone)]
    })
  }
  return [...new Set(calls([node.qual, node.with_check], false))].map((name) => ({
    rule: 'policy-subselect',
    what: `${name}() is asked for every row`,
  }))
}

function grantRules(node: Node): Finding[] {
  const to = roleNames(node.grantees).filter((role) => ['anon', 'authenticated', 'public'].includes(role))
  if (node.is_grant !== true || to.length === 0 || node.objtype !== 'OBJECT_TABLE') return []
  const rights = below(node.privileges, 'AccessPriv').map((right) => text(right.priv_name))
  const isBroad =
    node.targtype !== 'ACL_TARGET_OBJECT' ||
    rights.length === 0 ||
    rights.some((right) => ['truncate', 'references', 'trigger', 'maintain'].includes(right))
  return isBroad ? [{ rule: 'broad-grant', what: `${to.join(', ')} would get more than single rights` }] : []
}

/** What a statement makes or changes, as far as it may stand in somebody else's schema. */
function touched({ kind, node }: Statement): string[] {
  const dropped = (): string[] =>
    list(node.objects).map((entry) =>
      qualified(words(at(entry, 'List', 'items') ?? at(entry, 'ObjectWithArgs', 'objname'))),
    )
  switch (kind) {
    case 'CreateStmt':
    case 'AlterTableStmt':
    case 'RenameStmt':
    case 'IndexStmt':
    case 'RuleStmt':
      return [relation(node.relation)]
    case 'ViewStmt':
      return [relation(node.view)]
    case 'CreateTableAsStmt':
      return [relation(at(node.into, 'rel'))]
    case 'CreateTrigStmt':
      return [relation(node.relation)].filter((name) => name !== 'auth.users')
    case 'CreateFunctionStmt':
      return [qualified(words(node.funcname))]
    case 'AlterFunctionStmt':
      return [qualified(words(at(node.func, 'objname')))]
    case 'TruncateStmt':
      return below(node.relations, 'RangeVar').map(relation)
    case 'GrantStmt':
      return below(node.objects, 'RangeVar').map(relation)
    case 'AlterOwnerStmt':
      return node.objectType === 'OBJECT_SCHEMA'
        ? [`${text(at(node.object, 'String', 'sval'))}.*`]
        : [relation(node.relation)]
    case 'CreateSchemaStmt':
      return [`${text(node.schemaname)}.*`]
    case 'DropStmt':
      if (node.removeType === 'OBJECT_SCHEMA') return words(node.objects).map((name) => `${name}.*`)
      return ['OBJECT_POLICY', 'OBJECT_TRIGGER', 'OBJECT_EXTENSION'].includes(text(node.removeType))
        ? []
        : dropped()
    default:
      return []
  }
}

function shapeRules({ kind, node }: Statement): Finding[] {
  switch (kind) {
    case 'CreateFunctionStmt':
      return functionRules(node)
    case 'AlterFunctionStmt': {
      const name = qualified(words(at(node.func, 'objname')))
      return schemaOf(name) !== 'private' && isTrue(option(node.actions, 'security'))
        ? [{ rule: 'definer-private', what: `${name} runs with more rights than its caller` }]
        : []
    }
    case 'CreatePolicyStmt':
      return [
        ...policyRules(node),
        ...(roleNames(node.roles).includes('public')
          ? [{ rule: 'policy-roles' as const, what: `"${text(node.policy_name)}" speaks to everybody` }]
          : []),
      ]
    case 'AlterPolicyStmt':
      return policyRules(node)
    case 'GrantStmt':
      return grantRules(node)
    case 'AlterTableStmt':
      return below(node.cmds, 'AlterTableCmd').some(({ subtype }) => subtype === 'AT_DisableRowSecurity')
        ? [{ rule: 'row-security-stays', what: `${relation(node.relation)} would be open` }]
        : []
    case 'ViewStmt':
      return schemaOf(relation(node.view)) === 'public' &&
        !/^(true|on|1)$/.test(text(at(option(node.options, 'security_invoker'), 'String', 'sval')))
        ? [{ rule: 'view-invoker', what: `${relation(node.view)} asks with its owner's rights` }]
        : []
    case 'CreateTableAsStmt':
      return schemaOf(relation(at(node.into, 'rel'))) !== 'public'
        ? []
        : [
            node.objtype === 'OBJECT_MATVIEW'
              ? { rule: 'view-invoker', what: 'a materialised view knows no policies' }
              : { rule: 'table-secured', what: 'a table made by select' },
          ]
    case 'CreateExtensionStmt':
      return [
        ...(extensions.has(text(node.extname))
          ? []
          : [{ rule: 'extension' as const, what: `${text(node.extname)} is not offered` }]),
        ...(text(at(option(node.options, 'schema'), 'String', 'sval')) === 'extensions'
          ? []
          : [{ rule: 'extension' as const, what: `${text(node.extname)} is not in schema extensions` }]),
      ]
    case 'TransactionStmt':
      return [{ rule: 'transaction', what: 'a transaction of its own' }]
    case 'IndexStmt':
      return node.concurrent === true ? [{ rule: 'transaction', what: 'create index concurrently' }] : []
    case 'DoStmt': {
      const body = text(at(option(node.args, 'as'), 'String', 'sval'))
      const hidden =
        /\b(create (or replace )?(table|view|policy|function|role)|(alter|drop) (table|policy|role|system)|truncate|grant|revoke|security definer|delete from)\b/i.exec(
          body,
        )
      return hidden ? [{ rule: 'hidden', what: `"${hidden[0]}" inside of do` }] : []
    }
    default:
      return []
  }
}

/** Everything that is wrong with one statement by itself. */
export function checkStatement(statement: Statement): Finding[] {
  const foreign = [...new Set(touched(statement).map(schemaOf))].filter((schema) => platform.includes(schema))
  return [
    ...foreign.map((schema) => ({ rule: 'foreign-schema' as const, what: `schema ${schema} is changed` })),
    ...superuserRules(statement),
    ...destructiveRules(statement),
    ...shapeRules(statement),
  ]
}
