// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RadioCard, RadioCardGroup, RadioChip } from './radio-card'
import { renderUi } from './testing'

function Methods() {
  const [value, setValue] = useState('standard')
  return (
    <RadioCardGroup label="Shipping method" value={value} onChange={setValue}>
      <RadioCard value="standard" title="Standard" detail="5-7 business days" price="Free" />
      <RadioCard value="express" title="Express" price="£4.99" />
    </RadioCardGroup>
  )
}

test('the cards are one group of real radios, moved by the arrow keys', async () => {
  renderUi(<Methods />)
  expect(screen.getByRole('radiogroup', { name: 'Shipping method' })).toBeVisible()
  await userEvent.tab()
  expect(screen.getByRole('radio', { name: /Standard/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('radio', { name: /Express/ })).toBeChecked()
})

test('a click anywhere on the card chooses it', async () => {
  renderUi(<Methods />)
  await userEvent.click(screen.getByText('£4.99'))
  expect(screen.getByRole('radio', { name: /Express/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /Standard/ })).not.toBeChecked()
})

test('a chip with a note says so in its name and can be chosen; an error marks the group', async () => {
  const chosen: string[] = []
  renderUi(
    <RadioCardGroup
      label="Size"
      name="size"
      value="s"
      onChange={(value) => chosen.push(value)}
      error="Choose a size."
    >
      <RadioChip value="s" label="S" required />
      <RadioChip value="xl" label="XL" note="sold out" required />
    </RadioCardGroup>,
  )
  const group = screen.getByRole('radiogroup', { name: 'Size', description: 'Choose a size.' })
  expect(group).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByRole('radio', { name: 'S' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'XL, sold out' }))
  expect(chosen).toEqual(['xl'])
})
