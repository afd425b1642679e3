/** What is wrong with a postcode, in words for the shopper, before any zone is looked up. */
export interface PostcodeCheck {
  ok: boolean
  /** As Royal Mail writes it where the shape allows: "SW1A 1AA". */
  normalised: string
  problem?: 'empty' | 'malformed' | 'outside-uk'
  /** '' when ok. */
  message: string
}

const compactUk = /^(GIR|[A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/
const compactForces = /^(BFPO)(\d{1,4})$/
const compactOverseas = /^[A-Z]{4}1ZZ$/
// Crown dependencies and territories that share the format. The Isle of Man (IM) is one VAT area with the UK and is served.
const outsideUk: Record<string, string> = { JE: 'Jersey', GY: 'Guernsey', GX: 'Gibraltar' }

// Other letters go first: upper-casing would turn some into ASCII ("ſ" into "S"), which the database does not do.
function compact(postcode: string): string {
  return postcode.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}

function parts(postcode: string): { outward: string; inward: string } | null {
  const letters = compact(postcode)
  const [, outward, inward] = compactUk.exec(letters) ?? compactForces.exec(letters) ?? []
  return outward && inward ? { outward, inward } : null
}

/** Upper case, one space before the inward part: "sw1a1aa" → "SW1A 1AA". Other input comes back upper-cased and trimmed. */
export function normalisePostcode(postcode: string): string {
  const known = parts(postcode)
  return known ? `${known.outward} ${known.inward}` : postcode.toUpperCase().trim().replace(/\s+/g, ' ')
}

/** The letters before the first digit, upper-cased: "sw1a1aa" → "SW", " BFPO 57" → "BFPO", "123" → "". */
export function postcodeArea(postcode: string): string {
  return /^[A-Z]*/.exec(compact(postcode))?.[0] ?? ''
}

/** The outward code, also of a postcode typed only half: "KW15 1AA", "kw151aa" and "KW15" → "KW15". */
export function postcodeDistrict(postcode: string): string {
  const known = parts(postcode)
  if (known) return known.outward
  const [first = ''] = postcode.trim().split(/\s+/)
  return compact(first)
}

/**
 * True when a prefix names the postcode's place: letters alone the whole area (B is not BT), letters with digits the
 * district (KW15, TR21).
 */
export function postcodeMatches(postcode: string, prefix: string): boolean {
  const wanted = compact(prefix)
  if (wanted === '') return false
  return wanted === (/\d/.test(wanted) ? postcodeDistrict(postcode) : postcodeArea(postcode))
}

/** Tells a postcode that can be delivered to from one that is empty, mistyped or outside the UK. */
export function checkPostcode(postcode: string): PostcodeCheck {
  const normalised = normalisePostcode(postcode)
  const refuse = (problem: PostcodeCheck['problem'], message: string) => ({
    ok: false,
    normalised,
    problem,
    message,
  })
  if (normalised === '') return refuse('empty', 'Enter a postcode.')
  const area = postcodeArea(postcode)
  const abroad = outsideUk[area] ?? (compactOverseas.test(compact(postcode)) ? 'This territory' : undefined)
  if (abroad) return refuse('outside-uk', `${abroad} is outside the UK. We deliver within the UK only.`)
  if (!parts(postcode))
    return refuse('malformed', 'This does not look like a UK postcode. Write it like SW1A 1AA.')
  return { ok: true, normalised, message: '' }
}
