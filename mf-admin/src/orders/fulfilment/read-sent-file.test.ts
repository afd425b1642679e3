import { expect, test } from 'vitest'
import { readSentFile } from './read-sent-file'

const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'sent.csv', { type: 'text/csv' })

test('columns are found by their names in any order, and British dates are read', async () => {
  const text =
    '\uFEFFTracking_Number;ORDER NUMBER;Estimated delivery\r\nRM1;am20260101-0001;24/12/2026\r\n;;\r\n'
  expect((await readSentFile(file(text), 'Royal Mail')).rows).toEqual([
    {
      parcel: {
        line: 2,
        order_number: 'am20260101-0001',
        carrier: 'Royal Mail',
        tracking_number: 'RM1',
        estimated_delivery: '2026-12-24',
      },
    },
  ])
})

test('invisible characters of a pasted file change neither its columns nor its cells', async () => {
  const text =
    '\u200BOrder\u00A0number\u200B,Track\u200Bing number\nAM20260101-0001\u200B,\u00A0RM1\u2060\n\u200B,\u2060\n'
  const { rows } = await readSentFile(file(text), 'DPD')
  expect(rows.map(({ parcel }) => [parcel.order_number, parcel.tracking_number])).toEqual([
    ['AM20260101-0001', 'RM1'],
  ])
})

test('the file’s own carrier comes first', async () => {
  const { rows } = await readSentFile(file('order,courier\nA,DPD\nB,\n'), 'Evri')
  expect(rows.map(({ parcel: { carrier, line } }) => [line, carrier])).toEqual([
    [2, 'DPD'],
    [3, 'Evri'],
  ])
})

test.each([
  ['no column of order numbers', 'tracking\nRM1\n', /no column “Order number”/],
  ['no rows', 'order number,carrier\n', /no rows/],
  ['another encoding', new Uint8Array([111, 114, 100, 101, 114, 10, 0x8f]), /Line 2 has characters/],
  ['a column twice', 'order number,tracking,Tracking\nA,1,2\n', /two columns “tracking”/],
  ['a line of another length', 'order number,tracking\nA,1\nB\n', /Line 3 has 1 cell/],
])('a file with %s is rejected in words', async (_, text, words) => {
  await expect(readSentFile(file(text), 'DPD')).rejects.toThrow(words)
})

test('the column with the plainest name counts', async () => {
  const { rows } = await readSentFile(
    file('Reference,Barcode,Tracking number,Order number\nX,B1,T1,A\n'),
    'DPD',
  )
  expect(rows[0]?.parcel).toMatchObject({ order_number: 'A', tracking_number: 'T1' })
})

test('digits that a spreadsheet keeps are read, and lost ones are named', async () => {
  const text = 'order,tracking\nA,"=""00340434161094015902"""\nB,3.40434E+17\nC,340434161094015000\n'
  const { rows } = await readSentFile(file(text), 'DPD')
  expect(rows[0]?.parcel.tracking_number).toBe('00340434161094015902')
  expect(rows.map(({ problem }) => problem?.slice(0, 46))).toEqual([
    undefined,
    'Tracking number: A spreadsheet made the number',
    'Tracking number: A spreadsheet seems to have r',
  ])
})

test('other dates than ISO and British ones are left for the database to reject', async () => {
  const days = ['2026-12-24', '24/12/2026', '4.2.2026', '12-11-2026', '24/12/26', '12/24']
  const { rows } = await readSentFile(
    file(`order,delivery date\n${days.map((day) => `A,${day}`).join('\n')}`),
    'DPD',
  )
  expect(rows.map(({ parcel }) => parcel.estimated_delivery)).toEqual([
    '2026-12-24',
    '2026-12-24',
    '2026-02-04',
    ...['12-11-2026', '24/12/26', '12/24'],
  ])
})

test('where one date shows that the month stands first, none of that form is read', async () => {
  const text = 'order,delivery date\nA,11/12/2026\nB,11/24/2026\nC,2026-12-24\nD,\n'
  const { rows } = await readSentFile(file(text), 'DPD')
  expect(rows.map(({ problem }) => problem?.includes('month first') ?? false)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
