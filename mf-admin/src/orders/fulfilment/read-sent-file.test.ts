import { expect, test } from 'vitest'
import { readSentFile } from './read-sent-file'

const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'sent.csv', { type: 'text/csv' })

test('columns are found by their names in any order, and British dates are read', async () => {
  const text =
    '\uFEFFTracking_Number;ORDER NUMBER;Estimated delivery\r\nRM1;am20260101-0001;24/12/2026\r\n;;\r\n'
  expect(await readSentFile(file(text), 'Royal Mail')).toEqual([
    {
      line: 2,
      order_number: 'am20260101-0001',
      carrier: 'Royal Mail',
      tracking_number: 'RM1',
      estimated_delivery: '2026-12-24',
    },
  ])
})

test('the file’s own carrier comes first', async () => {
  const rows = await readSentFile(file('order,courier\nA,DPD\nB,\n'), 'Evri')
  expect(rows.map(({ carrier, line }) => [line, carrier])).toEqual([
    [2, 'DPD'],
    [3, 'Evri'],
  ])
})

test.each([
  ['no column of order numbers', 'tracking\nRM1\n', /no column “Order number”/],
  ['no rows', 'order number,carrier\n', /no rows/],
  ['another encoding', new Uint8Array([111, 114, 100, 101, 114, 10, 0xe9]), /not UTF-8/],
])('a file with %s is refused in words', async (_, text, words) => {
  await expect(readSentFile(file(text), 'DPD')).rejects.toThrow(words)
})
