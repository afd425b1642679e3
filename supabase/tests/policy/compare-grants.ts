import type { Sql } from 'postgres'
import type { FunctionDeclaration } from '../declaration/function'
import { commands, type ReachByVisitor } from '../declaration/table'
import { functions as declaredFunctions } from '../functions'
import { askedByPolicies } from '../functions/private'
import { guarded, tables as declaredTables } from '../tables'

/** A finding of the catalogue: what was checked, what was declared, what is there. */
export interface Finding {
  what: string
  expected: string
  found: string
}

const roles = ['anon', 'authenticated'] as const
type Role = (typeof roles)[number]
const yes = (value: boolean): string => (value ? 'yes' : 'no')
const finding = (what: string, expected: boolean, found: boolean): Finding => ({
  what,
  expected: yes(expected),
  found: yes(found),
})
const words = (text = ''): string[] => text.split(' ').filter(Boolean)

/** Whether any visitor with a role has the right at all: a rejected command is one without the right, or without a policy. */
function mayTry(role: Role, { anon, user, staff }: ReachByVisitor): boolean {
  return (role === 'anon' ? [anon] : [user, staff]).some((reach) => reach !== 'rejected')
}

/** Tables and views of `public` without a declaration, declarations without a table; row level security and policies. */
export async function checkTables(sql: Sql): Promise<Finding[]> {
  const tables = await sql<
    { name: string; kind: string; secured: boolean; policies: number; invoker: boolean }[]
  >`
    select 'public.' || relname as name, relkind as kind, relrowsecurity as secured,
      (select count(*)::int from pg_policy where polrelid = pg_class.oid) as policies,
      coalesce('security_invoker=true' = any (reloptions), false) as invoker
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`
  const known = Object.keys(declaredTables).map((name) => `public.${name}`)
  return [
    ...tables.map(({ name }) => finding(`${name} is declared`, true, known.includes(name))),
    ...known.map((name) =>
      finding(
        `${name} exists`,
        true,
        tables.some((table) => table.name === name),
      ),
    ),
    ...tables.flatMap(({ name, kind, secured, policies, invoker }) =>
      ['r', 'p'].includes(kind)
        ? [
            finding(`${name} has row level security`, true, secured),
            finding(`${name} has a policy`, true, policies > 0),
          ]
        : // A materialised view or a foreign table knows no policies: it does not belong in `public`.
          [finding(`${name} asks with its caller's rights`, true, kind === 'v' && invoker)],
    ),
  ]
}

/** Which policies there are and to whom each speaks; a restrictive one would change what all others mean. */
export async function checkPolicies(sql: Sql): Promise<Finding[]> {
  const policies = await sql<{ table: string; name: string; to: string; permissive: string }[]>`
    select tablename as table, policyname as name, array_to_string(roles, ' ') as to, permissive
    from pg_policies where schemaname in ('public', 'storage') order by 1, 2`
  const declared = new Map(
    Object.entries(guarded).flatMap(
      ([
        name,
        {
          policies: { forAnyone = [], forSignedIn = [] },
        },
      ]) => {
        const title = (policy: string): string => `${name.split('.')[1] ?? ''}: ${policy}`
        return [
          ...forAnyone.map((policy) => [title(policy), 'anon authenticated'] as const),
          ...forSignedIn.map((policy) => [title(policy), 'authenticated'] as const),
        ]
      },
    ),
  )
  return [
    ...[...declared.keys()].map((title) =>
      finding(
        `policy ${title} exists`,
        true,
        policies.some(({ table, name }) => `${table}: ${name}` === title),
      ),
    ),
    ...policies.flatMap(({ table, name, to, permissive }) => [
      {
        what: `policy ${table}: ${name} speaks to`,
        expected: declared.get(`${table}: ${name}`) ?? 'nobody, it is not declared',
        found: to,
      },
      { what: `policy ${table}: ${name} is`, expected: 'PERMISSIVE', found: permissive },
    ]),
  ]
}

/** Each column × role × read, insert, update, and the rights that no policy governs. */
export async function checkColumns(sql: Sql): Promise<Finding[]> {
  const rights = await sql<
    {
      name: string
      column: string
      role: Role
      select: boolean
      insert: boolean
      update: boolean
      references: boolean
    }[]
  >`
    select relname as name, attname as column, role,
      has_column_privilege(role, pg_class.oid, attnum, 'select') as select, has_column_privilege(role, pg_class.oid, attnum, 'insert') as insert,
      has_column_privilege(role, pg_class.oid, attnum, 'update') as update, has_column_privilege(role, pg_class.oid, attnum, 'references') as references
    from pg_class join pg_attribute on attrelid = pg_class.oid, unnest(${[...roles]}::text[]) as role
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0 and not attisdropped
    order by relname, attnum, role`
  return rights.flatMap((right) => {
    const declaration = declaredTables[right.name]
    const declared = declaration?.columns?.[right.role === 'anon' ? 'anon' : 'signedIn']
    const readable = declaration !== undefined && mayTry(right.role, declaration.reach.select)
    const columns = {
      select:
        readable &&
        ((right.role === 'authenticated' && !declared?.select) ||
          words(declared?.select).includes(right.column)),
      insert: words(declared?.insert).includes(right.column),
      update: words(declared?.update).includes(right.column),
      references: false,
    }
    return (['select', 'insert', 'update', 'references'] as const).map((command) =>
      finding(`${right.role} may ${command} ${right.name}.${right.column}`, columns[command], right[command]),
    )
  })
}

/** Rights on whole tables and sequences. */
export async function checkTableRights(sql: Sql): Promise<Finding[]> {
  const rights = await sql<{ name: string; role: Role; delete: boolean; beyond: boolean }[]>`
    select relname as name, role, has_table_privilege(role, pg_class.oid, 'delete') as delete,
      has_table_privilege(role, pg_class.oid, 'truncate') or has_table_privilege(role, pg_class.oid, 'trigger')
        or has_table_privilege(role, pg_class.oid, 'maintain') as beyond
    from pg_class, unnest(${[...roles]}::text[]) as role
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname, role`
  const sequences = await sql<{ name: string; role: string; usable: boolean }[]>`
    select relname as name, role, has_sequence_privilege(role, pg_class.oid, 'usage, select, update') as usable
    from pg_class, unnest(${[...roles]}::text[]) as role where relnamespace = 'public'::regnamespace and relkind = 'S'`
  return [
    ...rights.flatMap(({ name, role, delete: remove, beyond }) => {
      const declaration = declaredTables[name]
      return [
        finding(
          `${role} may delete ${name}`,
          declaration !== undefined && mayTry(role, declaration.reach.delete),
          remove,
        ),
        finding(`${role} may truncate, watch or maintain ${name}`, false, beyond),
      ]
    }),
    ...sequences.map(({ name, role, usable }) => finding(`${role} may use sequence ${name}`, false, usable)),
  ]
}

const rolesOf: Record<FunctionDeclaration['for'], readonly string[]> = {
  everyone: ['anon', 'authenticated', 'service_role'],
  'signed in': ['authenticated', 'service_role'],
  staff: ['authenticated', 'service_role'],
  service: ['service_role'],
}

/** Who may execute what in `public` and `private`. An unknown function fails; so does a definer in `public`. */
export async function checkFunctions(sql: Sql): Promise<Finding[]> {
  const functions = await sql<
    { schema: string; name: string; role: string; may: boolean; definer: boolean }[]
  >`
    select pronamespace::regnamespace::text as schema, proname as name, role, has_function_privilege(role, pg_proc.oid, 'execute') as may, prosecdef as definer
    from pg_proc, unnest(array['anon', 'authenticated', 'service_role']) as role
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1, 2, 3`
  const entries = Object.entries(declaredFunctions)
  const roles = (list: typeof entries): Record<string, readonly string[]> =>
    Object.fromEntries(list.map(([name, { for: audience }]) => [name, rolesOf[audience]]))
  const declared: Record<string, Record<string, readonly string[]>> = {
    public: roles(entries),
    private: { ...askedByPolicies, ...roles(entries.filter(([, { hasNoTwin }]) => !hasNoTwin)) },
  }
  return [
    ...Object.entries(declared).flatMap(([schema, list]) =>
      Object.keys(list).map((name) =>
        finding(
          `${schema}.${name} exists`,
          true,
          functions.some((found) => found.schema === schema && found.name === name),
        ),
      ),
    ),
    ...functions.flatMap(({ schema, name, role, may, definer }) => [
      ...(schema === 'public'
        ? [
            finding(`public.${name} is declared`, true, name in declaredFunctions),
            finding(`public.${name} has its caller's rights`, true, !definer),
          ]
        : []),
      finding(
        `${role} may execute ${schema}.${name}`,
        declared[schema]?.[name]?.includes(role) ?? false,
        may,
      ),
    ]),
  ]
}

export const wrong = (findings: Finding[]): Finding[] =>
  findings.filter(({ expected, found }) => expected !== found)

/** The first finding of all of the above that is wrong. */
export async function firstWrong(sql: Sql): Promise<Finding | undefined> {
  for (const check of [checkTables, checkPolicies, checkColumns, checkTableRights, checkFunctions]) {
    const [first] = wrong(await check(sql))
    if (first) return first
  }
  return undefined
}

/** Every table × command of the declarations. */
export const tableCommands = Object.keys(guarded).flatMap((table) =>
  commands.map((command) => [table, command] as const),
)
