import { postcodeArea, postcodeDistrict } from './postcode'

/** The parts of the UK with different bank holidays. Wales has England's. */
export type Nation = 'england' | 'scotland' | 'northern-ireland'

const scottishAreas = new Set([
  'AB',
  'DD',
  'DG',
  'EH',
  'FK',
  'G',
  'HS',
  'IV',
  'KA',
  'KW',
  'KY',
  'ML',
  'PA',
  'PH',
  'TD',
  'ZE',
])
// Berwick is in England with a Scottish postcode area. TD12 is on both sides of the border, mostly in England.
const englishDistricts = new Set(['TD12', 'TD15'])

/** The nation whose bank holidays apply to a postcode; England when it is unknown. */
export function nationOf(postcode: string): Nation {
  const area = postcodeArea(postcode)
  if (area === 'BT') return 'northern-ireland'
  return scottishAreas.has(area) && !englishDistricts.has(postcodeDistrict(postcode)) ? 'scotland' : 'england'
}

const dayMs = 86_400_000
const utcDate = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))
const addDays = (day: Date, days: number) => new Date(day.getTime() + days * dayMs)
const isoDate = (day: Date) => day.toISOString().slice(0, 10)
const isWeekend = (day: Date) => day.getUTCDay() % 6 === 0

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Date {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - correction - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * correction + 22 * weekday) / 451)
  const count = correction + weekday - 7 * late + 114
  return utcDate(year, Math.floor(count / 31), (count % 31) + 1)
}

const firstMonday = (year: number, month: number) =>
  addDays(utcDate(year, month, 1), (8 - utcDate(year, month, 1).getUTCDay()) % 7)
const lastMonday = (year: number, month: number) => {
  const last = utcDate(year, month + 1, 0)
  return addDays(last, -((last.getUTCDay() + 6) % 7))
}

// One-off bank holidays, and May holidays moved for an anniversary.
const movedDays: Record<string, string> = {
  '1995-05-01': '1995-05-08',
  '2020-05-04': '2020-05-08',
  '2002-05-27': '2002-06-04',
  '2012-05-28': '2012-06-04',
  '2022-05-30': '2022-06-02',
}
const extraDays: readonly string[] = [
  '2002-06-03',
  '2011-04-29',
  '2012-06-05',
  '2022-06-03',
  '2022-09-19',
  '2023-05-08',
]

/**
 * The bank holidays of a year, as sorted ISO dates: those of the Banking and Financial Dealings Act 1971, the customary
 * ones, and the substitute days of those that fall on a weekend.
 */
export function bankHolidays(nation: Nation, year: number): string[] {
  const easter = easterSunday(year)
  const scotland = nation === 'scotland'
  const dated = [
    utcDate(year, 1, 1),
    utcDate(year, 12, 25),
    utcDate(year, 12, 26),
    ...(scotland ? [utcDate(year, 1, 2), utcDate(year, 11, 30)] : []),
    ...(nation === 'northern-ireland' ? [utcDate(year, 3, 17), utcDate(year, 7, 12)] : []),
  ].sort((a, b) => a.getTime() - b.getTime())
  const days = new Set(
    [
      addDays(easter, -2),
      ...(scotland ? [] : [addDays(easter, 1)]),
      firstMonday(year, 5),
      lastMonday(year, 5),
      scotland ? firstMonday(year, 8) : lastMonday(year, 8),
      ...dated.filter((day) => !isWeekend(day)),
    ].map((day) => movedDays[isoDate(day)] ?? isoDate(day)),
  )
  for (const day of dated.filter(isWeekend)) {
    let substitute = day
    while (isWeekend(substitute) || days.has(isoDate(substitute))) substitute = addDays(substitute, 1)
    days.add(isoDate(substitute))
  }
  for (const day of extraDays) if (day.startsWith(String(year))) days.add(day)
  return [...days].sort()
}
