import { expect, test } from 'vitest'
import { Button, Facts, Heading, Panel, renderEmail } from './index'

const email = () =>
  renderEmail(
    {
      subject: 'Your order',
      heading: 'Thank you',
      body: (
        <>
          <Panel label="Arrives" value="Tue 1 December" note="In a plain box" />
          <Button href={'https://shop.example/?a=1&b="2"'}>Track your order</Button>
          <Facts of={[{ label: 'Total', value: '£1.00', isTotal: true }]} />
        </>
      ),
      terms: <Heading>Our terms</Heading>,
    },
    ['Aurelle & Moss'],
  )

test('an email bears the name of the shop as text, and its terms come last and small', async () => {
  const { html, text } = await email()
  expect(html.indexOf('Aurelle &amp; Moss')).toBeLessThan(html.indexOf('Thank you</h1>'))
  expect(html.indexOf('Track your order')).toBeLessThan(html.indexOf('Our terms'))
  expect(html).toMatch(/<h2 class="muted" style="[^"]*font-size:13px[^"]*">Our terms/)
  expect(text).toBe(
    'Aurelle & Moss\n\nThank you\n\nArrives: Tue 1 December\n\nIn a plain box\n\n' +
      'Track your order:\nhttps://shop.example/?a=1&b="2"\n\nTotal: £1.00\n\n\nOUR TERMS\n\nAurelle & Moss\n',
  )
})

test('a link in a button cannot leave its attribute', async () => {
  expect((await email()).html).toContain('href="https://shop.example/?a=1&amp;b=&quot;2&quot;"')
})
