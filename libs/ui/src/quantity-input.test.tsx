// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { QuantityInput } from './quantity-input'
import { renderUi } from './testing'

function Counter({ start, max }: { start: number; max: number }) {
  const [value, setValue] = useState(start)
  return <QuantityInput label="Quantity" value={value} max={max} onChange={setValue} />
}

const number = () => screen.getByRole('spinbutton', { name: 'Quantity' })

test('the buttons count and stop at the limits without losing focus', async () => {
  renderUi(<Counter start={3} max={4} />)
  const more = screen.getByRole('button', { name: 'Increase quantity' })
  await userEvent.click(more)
  await userEvent.click(more)
  expect(number()).toHaveAttribute('aria-valuenow', '4')
  expect(more).toHaveAttribute('aria-disabled', 'true')
  expect(more).toHaveFocus()
})

test('arrows, page keys, home and end move within the limits', async () => {
  renderUi(<Counter start={2} max={7} />)
  number().focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(number()).toHaveValue('3')
  await userEvent.keyboard('{PageUp}')
  expect(number()).toHaveValue('7')
  await userEvent.keyboard('{Home}{ArrowDown}')
  expect(number()).toHaveValue('1')
  await userEvent.keyboard('{End}')
  expect(number()).toHaveValue('7')
})

test('a typed number is committed on blur, limited to the stock; no input changes nothing', async () => {
  renderUi(<Counter start={2} max={5} />)
  await userEvent.clear(number())
  await userEvent.type(number(), '40')
  await userEvent.tab()
  expect(number()).toHaveValue('5')
  await userEvent.clear(number())
  await userEvent.tab()
  expect(number()).toHaveValue('5')
})

test.each([
  ['2.5', 3],
  ['1,5', 3],
  ['-', 3],
  ['0', 1],
  ['-4', 1],
])('typing %s results in %i', async (typed, result) => {
  renderUi(<Counter start={3} max={50} />)
  await userEvent.clear(number())
  await userEvent.type(number(), typed)
  await userEvent.tab()
  expect(number()).toHaveValue(String(result))
})

test('onNone and onTooMany are called', async () => {
  const callbacks = { none: vi.fn(), tooMany: vi.fn(), change: vi.fn() }
  renderUi(
    <QuantityInput
      label="Quantity"
      value={2}
      max={5}
      onChange={callbacks.change}
      onNone={callbacks.none}
      onTooMany={callbacks.tooMany}
    />,
  )
  for (const typed of ['0', '-1']) {
    await userEvent.clear(number())
    await userEvent.type(number(), `${typed}{Enter}`)
  }
  expect(callbacks.none).toHaveBeenCalledTimes(2)
  expect(callbacks.change).not.toHaveBeenCalled()
  await userEvent.clear(number())
  await userEvent.type(number(), '1200{Enter}')
  expect(callbacks.tooMany.mock.calls).toEqual([[5]])
  expect(callbacks.change.mock.calls).toEqual([[5]])
})

test('onTooMany is called for buttons and keys too', async () => {
  const tooMany = vi.fn()
  renderUi(<QuantityInput value={5} max={5} onChange={vi.fn()} onTooMany={tooMany} />)
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }))
  await userEvent.type(number(), '{ArrowUp}{PageUp}{End}')
  expect(tooMany.mock.calls).toEqual([[5], [5], [5]])
})

test('onNone is called once even if it moves focus', async () => {
  const none = vi.fn(() => {
    screen.getByRole('heading').focus()
  })
  renderUi(
    <>
      <h1 tabIndex={-1}>Your cart</h1>
      <QuantityInput value={2} onChange={vi.fn()} onNone={none} />
    </>,
  )
  await userEvent.clear(number())
  await userEvent.type(number(), '0{Enter}')
  expect(none).toHaveBeenCalledTimes(1)
})
