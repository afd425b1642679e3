import { expect, test } from 'vitest'
import { bankHolidays, easterSunday, nationOf, type Nation } from './bank-holidays'

// As published on gov.uk.
const england: Record<number, string> = {
  2020: '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28',
  2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
  2022: '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27',
  2023: '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26',
  2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
  2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
  2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
}
const scotland: Record<number, string> = {
  2022: '01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27',
  2023: '01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26',
  2024: '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26',
  2025: '01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26',
}
const ireland: Record<number, string> = {
  2024: '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26',
  2025: '01-01 03-17 04-18 04-21 05-05 05-26 07-14 08-25 12-25 12-26',
}
const nations: [Nation, Record<number, string>][] = [
  ['england', england],
  ['scotland', scotland],
  ['northern-ireland', ireland],
]
const published = nations.flatMap(([nation, years]) =>
  Object.entries(years).map(([year, days]) => [nation, Number(year), days] as const),
)

test.each(published)('%s in %i', (nation, year, days) => {
  expect(bankHolidays(nation, year)).toEqual(days.split(' ').map((day) => `${String(year)}-${day}`))
})

test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2038, '2038-04-25'],
  [2285, '2285-03-22'],
])('Easter %i is on %s', (year, day) => {
  expect(easterSunday(year).toISOString().slice(0, 10)).toBe(day)
})

test.each([
  ['SW1A 1AA', 'england'],
  ['CF10 1AA', 'england'],
  ['eh11aa', 'scotland'],
  ['G1 1AA', 'scotland'],
  ['GL1 1AA', 'england'],
  ['KW15 1AA', 'scotland'],
  ['TD15 1AA', 'england'],
  ['TD1 1AA', 'scotland'],
  ['BT1 1AA', 'northern-ireland'],
  ['B1 1AA', 'england'],
  ['', 'england'],
  ['123', 'england'],
])('%s has the holidays of %s', (postcode, nation) => {
  expect(nationOf(postcode)).toBe(nation)
})
