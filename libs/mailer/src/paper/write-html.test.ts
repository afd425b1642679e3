import { expect, test } from 'vitest'
import type { Description } from './description'
import { parts, sheet } from './html-style'
import { writeHtml } from './write-html'
import { writeText } from './write-text'

const email: Description = {
  subject: 'Your order',
  heading: 'Thank you',
  blocks: [
    { kind: 'panel', label: 'Arrives', value: 'Tue 1 December', note: 'In a plain box' },
    { kind: 'button', label: 'Track your order', href: 'https://shop.example/?a=1&b="2"' },
    { kind: 'facts', facts: [{ label: 'Total', value: '£1.00', strong: true }] },
  ],
  terms: [{ kind: 'heading', text: 'Our terms' }],
  sender: ['Aurelle & Moss'],
}

test('an email bears the name of the house as text, and its terms come last and small', () => {
  const html = writeHtml(email)
  expect(html.indexOf('Aurelle &#38; Moss')).toBeLessThan(html.indexOf('Thank you</h1>'))
  expect(html.indexOf('Track your order')).toBeLessThan(html.indexOf('Our terms'))
  expect(html).toMatch(/<h2 class="muted" style="[^"]*font-size:13px[^"]*">Our terms/)
  expect(writeText(email)).toMatch(
    /^Aurelle & Moss\n\nThank you\n\nArrives: Tue 1 December\nIn a plain box\n/,
  )
})

test('a link in a button cannot leave its attribute', () => {
  expect(writeHtml(email)).toContain('href="https://shop.example/?a=1&#38;b=&#34;2&#34;"')
})

// Each declaration that paints on paper, and what the dark sheet must set instead.
const painted = [
  ['background-color', /background-color:/],
  ['color', /(^|;)color:/],
  ['border-color', /border(-left|-top|-bottom)?:/],
] as const

test.each(Object.entries(parts))('every colour of %s has another in dark mode', (_, { name, style }) => {
  const dark = sheet.slice(sheet.indexOf('dark){') + 6)
  const rules = [...dark.matchAll(/([^{}]+)\{([^}]*)\}/g)]
  const overridden = rules
    .filter(([, selectors = '']) =>
      selectors.split(',').some((one) => name.split(' ').includes(one.slice(1))),
    )
    .flatMap(([, , declarations = '']) => declarations.split(';').map((each) => each.split(':')[0]))
  const colours = painted.filter(([, pattern]) => pattern.test(style)).map(([property]) => property)
  expect(overridden).toEqual(expect.arrayContaining(colours))
})
