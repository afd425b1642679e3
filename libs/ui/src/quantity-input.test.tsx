// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { QuantityInput } from './quantity-input'
import { show } from './testing'

afterEach(cleanup)

function Counter({ start, max }: { start: number; max: number }) {
  const [value, setValue] = useState(start)
  return <QuantityInput label="Quantity" value={value} max={max} onChange={setValue} />
}

const number = () => screen.getByRole('spinbutton', { name: 'Quantity' })

test('the buttons count and stop at the limits without losing focus', async () => {
  show(<Counter start={3} max={4} />)
  const more = screen.getByRole('button', { name: 'Increase quantity' })
  await userEvent.click(more)
  await userEvent.click(more)
  expect(number().getAttribute('aria-valuenow')).toBe('4')
  expect(more.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(more)
})

test('arrows, page keys, home and end move within the limits', async () => {
  show(<Counter start={2} max={7} />)
  number().focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(number()).toHaveProperty('value', '3')
  await userEvent.keyboard('{PageUp}')
  expect(number()).toHaveProperty('value', '7')
  await userEvent.keyboard('{Home}{ArrowDown}')
  expect(number()).toHaveProperty('value', '1')
  await userEvent.keyboard('{End}')
  expect(number()).toHaveProperty('value', '7')
})

test('a typed number is taken on leaving, cut to the stock; nothing typed changes nothing', async () => {
  show(<Counter start={2} max={5} />)
  await userEvent.clear(number())
  await userEvent.type(number(), '40')
  await userEvent.tab()
  expect(number()).toHaveProperty('value', '5')
  await userEvent.clear(number())
  await userEvent.tab()
  expect(number()).toHaveProperty('value', '5')
})
