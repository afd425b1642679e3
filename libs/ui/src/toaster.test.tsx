// @vitest-environment happy-dom
import { RouterProvider } from '@shop/router'
import { createMemoryRouter } from '@shop/router/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Button } from './button'
import { renderUi } from './testing'
import { useToast, type ToastMessage } from './toasts'
import type { ToastPanelProps } from './toast-card'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.useFakeTimers()
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
  expect(screen.getByText('Added to cart').closest('[role=status]')).toBeVisible()
  pass(200)
  expect(screen.queryByText('Added to cart')).not.toBeInTheDocument()
})

test('it pauses while hovered or focused, then resumes', () => {
  raise({ title: 'Insufficient Stock', status: 'error' })
  const card = screen.getByRole('alert')
  pass(4000)
  fireEvent.mouseMove(card)
  pass(60_000)
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }))
  fireEvent.mouseLeave(card)
  pass(60_000)
  expect(screen.getByText('Insufficient Stock')).toBeVisible()
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }))
  pass(900)
  expect(screen.getByText('Insufficient Stock')).toBeVisible()
  pass(200)
  expect(screen.queryByText('Insufficient Stock')).not.toBeInTheDocument()
})

test('one replaces its like, and what is about the same, but not one that can be undone', () => {
  function Many() {
    const toast = useToast()
    const send = (message: ToastMessage) => () => toast(message)
    return (
      <>
        <Button onClick={send({ title: 'Saved' })}>Save</Button>
        <Button onClick={send({ title: 'Validation Error', status: 'error', topic: 'form' })}>Fail</Button>
        <Button onClick={send({ title: 'Message Sent!', status: 'success', topic: 'form' })}>Send</Button>
        <Button onClick={send({ title: 'Removed', action: { label: 'Undo', onClick: () => undefined } })}>
          Remove
        </Button>
        <Toaster />
      </>
    )
  }
  renderUi(<Many />)
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Save')
  press('Save')
  expect(screen.getAllByText('Saved')).toHaveLength(1)
  press('Fail')
  press('Fail')
  expect(screen.getAllByText('Validation Error')).toHaveLength(1)
  press('Send')
  expect(screen.queryByText('Validation Error')).not.toBeInTheDocument()
  expect(screen.getByText('Message Sent!')).toBeVisible()
  press('Remove')
  press('Remove')
  expect(screen.getAllByText('Removed')).toHaveLength(2)
})

/** A toast that grows into a panel, beside a button of the page. */
function raiseGrowing() {
  const Panel = ({ about, onFold, onDone }: ToastPanelProps) => (
    <>
      <button>{`Pay ${about}`}</button>
      <button onClick={onFold}>Fold</button>
      <button onClick={onDone}>Done</button>
    </>
  )
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <>
          <Raise
            title="Added to cart"
            link={{ label: 'View cart', to: '/cart' }}
            panel={{ name: 'cart', about: 'p1' }}
          />
          <Toaster panels={{ cart: Panel }} />
        </>
      ),
    },
  ])
  renderUi(<RouterProvider router={router} />)
  fireEvent.click(screen.getByText('Raise'))
}

const panel = () => screen.queryByRole('button', { name: 'Pay p1' })

test('a panel stands in place of the link, and folds into a toast again, for the rest of its time', () => {
  raiseGrowing()
  expect(panel()).toBeVisible()
  expect(screen.queryByRole('link', { name: 'View cart' })).not.toBeInTheDocument()
  pass(4000)
  fireEvent.click(screen.getByText('Fold'))
  expect(panel()).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
  pass(1100)
  expect(screen.queryByText('Added to cart')).not.toBeInTheDocument()
})

test('a panel goes with its toast, unless it is attended to; under a resting pointer it goes', () => {
  raiseGrowing()
  fireEvent.mouseEnter(screen.getByText('Pay p1'))
  pass(5100)
  expect(panel()).not.toBeInTheDocument()
  fireEvent.click(screen.getByText('Raise'))
  fireEvent.mouseMove(screen.getByText('Pay p1'))
  pass(60_000)
  expect(panel()).toBeVisible()
})

test('the second press of a double click is not taken by a panel that has grown under it', () => {
  raiseGrowing()
  fireEvent.click(screen.getByText('Done'), { detail: 2 })
  expect(panel()).toBeVisible()
  pass(600)
  fireEvent.click(screen.getByText('Done'), { detail: 2 })
  expect(panel()).not.toBeInTheDocument()
  fireEvent.click(screen.getByText('Raise'))
  fireEvent.click(screen.getByText('Done'), { detail: 1 })
  expect(panel()).not.toBeInTheDocument()
})

test('a panel that closes returns the focus to where it was before', () => {
  raiseGrowing()
  const before = screen.getByText('Raise')
  before.focus()
  act(() => panel()?.focus())
  fireEvent.click(screen.getByText('Done'))
  expect(screen.queryByText('Added to cart')).not.toBeInTheDocument()
  expect(before).toHaveFocus()
})

test('the close button dismisses it immediately', () => {
  raise({ title: 'Saved' })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
})

test('a key focuses its action, which returns focus when pressed', () => {
  const undo = vi.fn()
  raise({ title: 'Removed from cart', action: { label: 'Undo', onClick: undo } })
  const before = screen.getByRole('button', { name: 'Raise' })
  before.focus()
  fireEvent.keyDown(before, { key: 'F8' })
  const action = screen.getByRole('button', { name: 'Undo' })
  expect(action).toHaveFocus()
  expect(action.closest('[role=status]')).toBeVisible()
  pass(60_000)
  fireEvent.click(action)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Removed from cart')).not.toBeInTheDocument()
  expect(before).toHaveFocus()
})
