// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Star from 'lucide-react/icons/star'
import { afterEach, expect, test, vi } from 'vitest'
import { MenuButton } from './menu-button'

const chosen = vi.fn()
afterEach(() => {
  cleanup()
  chosen.mockReset()
})

const open = () =>
  renderApp([
    {
      path: '/',
      element: (
        <MenuButton
          label="More for Silk Robe"
          items={['Stock', 'Duplicate', 'Archive'].map((label) => ({
            label,
            icon: Star,
            onChoose: () => chosen(label),
          }))}
        />
      ),
    },
  ])
const item = (name: string) => screen.getByRole('menuitem', { name })

test('arrows, Home and End move among the entries, round at the ends', async () => {
  open()
  const user = userEvent.setup()
  item('Stock').focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Duplicate'))
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(item('Archive'))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Stock'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(item('Archive'))
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(item('Stock'))
})

test('Enter chooses, and the focus goes back to the button', async () => {
  open()
  item('Duplicate').focus()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Duplicate')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Silk Robe' }))
})
