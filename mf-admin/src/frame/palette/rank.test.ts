import Box from 'lucide-react/icons/box'
import { expect, test } from 'vitest'
import { knownEntries, type PaletteScreen } from './entries'
import { foundRows, ranked } from './rank'

const commands = { signOut: () => undefined, showShortcuts: () => undefined, switchTheme: () => undefined }
const screen = (label: string, to: string, right?: PaletteScreen['right']): PaletteScreen => ({
  label,
  to,
  icon: Box,
  ...(right && { right }),
})
const office = [screen('Products', '/admin/products'), screen('Orders', '/admin/orders', 'orders')]
const labels = (text: string, screens = office, may = true) =>
  ranked(
    knownEntries(screens, () => may, commands),
    [],
    text,
  ).map(({ label }) => label)

test('what starts with the text comes before what holds it, in any order of words', () => {
  expect(labels('products')).toEqual(['Products', 'Import products'])
  expect(labels('order')).toEqual(['Orders', 'Orders to send', 'Mark orders as sent'])
  expect(labels('produ add')).toEqual(['Add product'])
  expect(labels('THÉME')).toEqual(['Switch between light and dark'])
  expect(labels('nothing of it')).toEqual([])
})

test('without the right neither a screen nor what belongs to it is offered', () => {
  expect(labels('order', office, false)).toEqual([])
  expect(labels('add product', office, false)).toEqual([])
})

test('settings and gift cards are found once their screens are registered', () => {
  expect(labels('in no zone')).toEqual([])
  const more = [...office, screen('Settings', '/admin/settings'), screen('Gift cards', '/admin/gift-cards')]
  expect(labels('in no zone', more)).toEqual(['Postcodes in no zone'])
  expect(labels('show prices with vat', more)[0]).toBe('Prices with VAT')
  expect(labels('showvatinclusive', more)).toEqual([])
  expect(labels('issue', more)).toEqual(['Issue a gift card'])
})

test('an exact match of the database comes before the start of a screen, known ones first among equals', () => {
  const found = (title: string, score: number) => ({
    kind: 'product' as const,
    id: title,
    title,
    detail: '',
    score,
  })
  const list = ranked(
    knownEntries(office, () => true, commands),
    foundRows([found('ord', 0), found('Order book', 1), found('An ordinary piece', 2)]),
    'ord',
  )
  expect(list.map(({ label }) => label)).toEqual([
    'ord',
    'Orders',
    'Orders to send',
    'Order book',
    'Mark orders as sent',
    'An ordinary piece',
  ])
})
