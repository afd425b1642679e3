import { postcodeMatches } from './postcode'

/** Where the shop delivers: the setting `delivery.coverage`. */
export type Coverage = 'uk' | 'mainland'

const districts = (area: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${area}${String(from + index)}`)

/** Northern Ireland, the islands and the forces; `private.is_off_mainland` in SQL holds the same. */
const offMainland: readonly string[] = [
  ...['BF', 'BFPO', 'BT', 'HS', 'IM', 'ZE'],
  ...['KA27', 'KA28', ...districts('KW', 15, 17)], // Arran, Cumbrae, Orkney
  ...['PA20', ...districts('PA', 41, 49), ...districts('PA', 60, 78)], // Bute, Gigha, Islay, Jura, Mull, Iona, Coll, Tiree
  ...districts('PH', 42, 44), // Eigg, Rum, Canna
  ...[...districts('IV', 41, 49), 'IV51', 'IV55', 'IV56'], // Skye
  ...districts('PO', 30, 41), // Wight
  ...districts('TR', 21, 25), // Scilly
]

/** Whether the shop delivers to a postcode. */
export function isCovered(postcode: string, coverage: Coverage): boolean {
  return coverage === 'uk' || !offMainland.some((entry) => postcodeMatches(postcode, entry))
}
