import type { PostgresType } from 'postgres'

/** Values as PostgREST prints them: numbers as numbers, times as ISO 8601, json neither parsed nor encoded twice. */
export const valueTypes: Record<string, PostgresType> = {
  json: { to: 114, from: [114], serialize: asJson, parse: (text: string): unknown => JSON.parse(text) },
  jsonb: { to: 3802, from: [3802], serialize: asJson, parse: (text: string): unknown => JSON.parse(text) },
  // The database parses texts itself; the driver would read every one as false.
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  numeric: { to: 1700, from: [1700], serialize: String, parse: asNumber },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: asTime,
    parse: (text: string) => `${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`,
  },
  timestamp: { to: 1114, from: [1114], serialize: asTime, parse: (text: string) => text.replace(' ', 'T') },
}

/** The API hands json over already encoded. */
function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function asTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Numbers beyond JavaScript's precision are returned as text. */
function asNumber(text: string): number | string {
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+/, '').length
  return digits <= 15 && Number.isFinite(Number(text)) ? Number(text) : text
}
