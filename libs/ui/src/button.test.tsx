// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { renderUi } from './testing'

test('a busy button shows its busy label, keeps focus and ignores clicks and submits', () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn()
  renderUi(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy busyLabel="Saving..." onClick={onClick}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Saving...' })
  button.focus()
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
})

test('an idle button is pressed', () => {
  const onClick = vi.fn()
  renderUi(
    <Button busyLabel="Saving..." onClick={onClick}>
      Save
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onClick).toHaveBeenCalledOnce()
})
