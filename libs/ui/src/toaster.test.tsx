// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './button'
import { renderUi } from './testing'
import { useToast, type ToastMessage } from './toasts'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Raise(props: ToastMessage) {
  const toast = useToast()
  return <Button onClick={() => toast(props)}>Raise</Button>
}

function raise(message: ToastMessage) {
  renderUi(
    <>
      <Raise {...message} />
      <Toaster />
    </>,
  )
  fireEvent.click(screen.getByText('Raise'))
}

function pass(ms: number) {
  void act(() => vi.advanceTimersByTime(ms))
}

test('a toast disappears after five seconds', () => {
  raise({ title: 'Added to cart', description: 'Item has been added to your cart.', status: 'success' })
  pass(4900)
  expect(screen.getByText('Added to cart').closest('[role=status]')).toBeTruthy()
  pass(200)
  expect(screen.queryByText('Added to cart')).toBeNull()
})

test('it pauses while hovered or focused, then resumes', () => {
  raise({ title: 'Insufficient Stock', status: 'error' })
  const card = screen.getByRole('alert')
  pass(4000)
  fireEvent.mouseEnter(card)
  pass(60_000)
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }))
  fireEvent.mouseLeave(card)
  pass(60_000)
  expect(screen.getByText('Insufficient Stock')).toBeTruthy()
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }))
  pass(900)
  expect(screen.getByText('Insufficient Stock')).toBeTruthy()
  pass(200)
  expect(screen.queryByText('Insufficient Stock')).toBeNull()
})

test('the close button dismisses it immediately', () => {
  raise({ title: 'Saved' })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a key focuses its action, which returns focus when pressed', () => {
  const undo = vi.fn()
  raise({ title: 'Removed from cart', action: { label: 'Undo', onClick: undo } })
  const before = screen.getByRole('button', { name: 'Raise' })
  before.focus()
  fireEvent.keyDown(before, { key: 'F8' })
  const action = screen.getByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(action)
  expect(action.closest('[role=status]')).toBeTruthy()
  pass(60_000)
  fireEvent.click(action)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Removed from cart')).toBeNull()
  expect(document.activeElement).toBe(before)
})
