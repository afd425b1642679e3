/**
 * Who attacks: without a key, a guest, a signed-in buyer going beyond their own rows, a signed-in user after another's, staff
 * going beyond their role.
 */
export type Attacker = 'keyless' | 'guest' | 'buyer' | 'stranger' | 'moderator' | 'admin' | 'super_admin'

/**
 * What may come back.
 * - rejected: 4xx that says why
 * - nothing: that, or success that read and changed no row
 * - harmless: that, or success that changed nothing but the attacker's own rows
 */
export type Outcome = 'rejected' | 'nothing' | 'harmless'

/** One attack: a request. Texts may name facts of the shop that is attacked, as `@victimOrder@`. */
export interface Attack {
  name: string
  by: Attacker
  expects: Outcome
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** JSON of an object whose values are JSON texts. */
export function objectText(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`
}

/** Headers of a body of JSON. */
export const asJson = { 'content-type': 'application/json' }

/** A call of a database function. @param body JSON text */
export function call(name: string, by: Attacker, expects: Outcome, rpc: string, body: string): Attack {
  return { name, by, expects, method: 'POST', path: `/rest/v1/rpc/${rpc}`, headers: asJson, body }
}

/** A request to the tables' API. @param address table and query @param body JSON text */
export function table(
  name: string,
  by: Attacker,
  expects: Outcome,
  method: string,
  address: string,
  body?: string,
  headers?: Record<string, string>,
): Attack {
  return {
    name,
    by,
    expects,
    method,
    path: `/rest/v1/${address}`,
    headers: { ...(body === undefined ? {} : asJson), ...headers },
    body,
  }
}

/** A reading of the tables' API: the query may stand unescaped. */
export function read(
  by: Attacker,
  expects: Outcome,
  address: string,
  headers?: Record<string, string>,
): Attack {
  const [path = '', ...query] = address.split('?')
  const escaped = query.join('?').replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (sign) => encodeURIComponent(sign))
  const named = Object.entries(headers ?? {}).map(([key, value]) => ` · ${key}: ${value.slice(0, 60)}`)
  return {
    name: `${by} reads ${address.slice(0, 140)}${named.join('')}`,
    by,
    expects,
    method: 'GET',
    path: `/rest/v1/${path}${escaped ? `?${escaped}` : ''}`,
    headers,
  }
}

/** A request with a body, JSON where nothing else is said. */
export function post(
  name: string,
  by: Attacker,
  expects: Outcome,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = asJson,
  method = 'POST',
): Attack {
  return { name, by, expects, method, path, headers, body }
}
