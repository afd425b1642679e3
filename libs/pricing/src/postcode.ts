/** Whether a postcode can be delivered to, with an error message for the shopper. Zones are not considered. */
export interface PostcodeCheck {
  ok: boolean
  /** As Royal Mail writes it, if it is well-formed: "SW1A 1AA". */
  normalised: string
  problem?: 'empty' | 'malformed' | 'outside-uk'
  /** '' when ok. */
  message: string
}

const compactUk = /^(GIR|[A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/
const compactForces = /^(BFPO)(\d{1,4})$/
const compactOverseas = /^[A-Z]{4}1ZZ$/
// Places outside the UK that share the format. The Isle of Man (IM), also one of them, is one VAT area with the UK and is served.
const outsideUk: Record<string, string> = { JE: 'Jersey', GY: 'Guernsey', GX: 'Gibraltar' }

// Non-ASCII letters are removed first: toUpperCase would turn some into ASCII ("ſ" into "S"), unlike the database.
function compact(postcode: string): string {
  return postcode.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}

// Letters of other scripts, such as a Cyrillic A: without it SW1A 1AA would become SW1 1AA.
const foreign = /[^\x01-\x7F\xA0\xAD\u1680\u2000-\u2015\u2028-\u202F\u205F\u2060\u2212\u3000\uFEFF]/

function parts(postcode: string): { outward: string; inward: string } | null {
  if (foreign.test(postcode)) return null
  const compacted = compact(postcode)
  const [, outward, inward] = compactUk.exec(compacted) ?? compactForces.exec(compacted) ?? []
  return outward && inward ? { outward, inward } : null
}

/** Upper case, one space before the inward part: "sw1a1aa" → "SW1A 1AA". Other input is upper-cased and trimmed. */
export function normalisePostcode(postcode: string): string {
  const parsed = parts(postcode)
  return parsed ? `${parsed.outward} ${parsed.inward}` : postcode.toUpperCase().trim().replace(/\s+/g, ' ')
}

/** The letters before the first digit, upper-cased: "sw1a1aa" → "SW", " BFPO 57" → "BFPO", "123" → "". */
export function postcodeArea(postcode: string): string {
  return /^[A-Z]*/.exec(compact(postcode))?.[0] ?? ''
}

/** The outward code, also of an incomplete postcode: "KW15 1AA", "kw151aa" and "KW15" → "KW15". */
export function postcodeDistrict(postcode: string): string {
  const parsed = parts(postcode)
  if (parsed) return parsed.outward
  const [first = ''] = postcode.trim().split(/\s+/)
  return compact(first)
}

/**
 * An entry of a zone or rule as it is compared: an area (SW) or a district (KW15). '' for anything else, such as the sector
 * N1 0, which must not be read as the district N10.
 */
export function postcodeEntry(entry: string): string {
  return /^ *(?:[A-Z]{1,2} *(?:\d[A-Z\d]?)?|BFPO|GIR) *$/i.test(entry)
    ? entry.replaceAll(' ', '').toUpperCase()
    : ''
}

/** Whether a postcode is in an area (letters only; B is not BT) or a district (with digits: KW15, TR21). */
export function postcodeMatches(postcode: string, entry: string): boolean {
  const target = postcodeEntry(entry)
  if (target === '') return false
  return target === (/\d/.test(target) ? postcodeDistrict(postcode) : postcodeArea(postcode))
}

/** Checks that a postcode is not empty, is well-formed and is in the UK or the Isle of Man. */
export function checkPostcode(postcode: string): PostcodeCheck {
  const normalised = normalisePostcode(postcode)
  const reject = (problem: PostcodeCheck['problem'], message: string) => ({
    ok: false,
    normalised,
    problem,
    message,
  })
  if (normalised === '') return reject('empty', 'Enter a postcode.')
  const area = postcodeArea(postcode)
  const abroad = outsideUk[area] ?? (compactOverseas.test(compact(postcode)) ? 'this territory' : undefined)
  if (abroad)
    return reject(
      'outside-uk',
      `We do not deliver to ${abroad}. Please use an address in the UK or the Isle of Man.`,
    )
  if (!parts(postcode))
    return reject('malformed', 'This does not look like a UK postcode. Write it like SW1A 1AA.')
  return { ok: true, normalised, message: '' }
}
