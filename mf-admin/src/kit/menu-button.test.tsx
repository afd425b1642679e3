// @vitest-environment happy-dom
import { renderApp } from '@shop/testing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Star from 'lucide-react/icons/star'
import { afterEach, expect, test, vi } from 'vitest'
import { MenuButton } from './menu-button'
import { openMenu } from './menu-testing'

const chosen = vi.fn()
afterEach(() => {
  chosen.mockReset()
})

const open = async () => {
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
  await openMenu('More for Silk Robe')
}
const item = (name: string) => screen.getByRole('menuitem', { name })

test('arrows, Home and End move among the entries, round at the ends', async () => {
  await open()
  const user = userEvent.setup()
  expect(item('Stock')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(item('Duplicate')).toHaveFocus()
  await user.keyboard('{End}')
  expect(item('Archive')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(item('Stock')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(item('Archive')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(item('Stock')).toHaveFocus()
})

test('Enter chooses, and the focus goes back to the button', async () => {
  await open()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Duplicate')
  expect(screen.getByRole('button', { name: 'More for Silk Robe' })).toHaveFocus()
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
})

test('Tab leaves the menu, which closes', async () => {
  await open()
  await userEvent.tab()
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
  expect(chosen).not.toHaveBeenCalled()
})
