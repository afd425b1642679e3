// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../testing'
import { ActionMenu } from './action-menu'

test('Enter chooses, the focus is back at the button before, and what is around it gets no key', async () => {
  const onChoose = vi.fn(() => document.activeElement)
  const around = vi.fn()
  const actions = ['Stock', 'Duplicate'].map((label) => ({ label, onChoose }))
  renderUi(
    <div onKeyDown={around}>
      <ActionMenu trigger={<button>More</button>} groups={[actions]} />
    </div>,
  )
  const button = screen.getByRole('button', { name: 'More' })
  await userEvent.click(button)
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  await userEvent.keyboard('{End}')
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute('data-highlighted'),
  )
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledOnce()
  expect(onChoose).toHaveReturnedWith(button)
  expect(around).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument())
  expect(button).toHaveFocus()
})

test('a checkbox leaves the menu open', async () => {
  function Columns() {
    const [checked, setChecked] = useState(false)
    const price = { label: 'Price', checked, onChoose: () => setChecked(!checked) }
    return <ActionMenu trigger={<button>Columns</button>} groups={[[price]]} />
  }
  renderUi(<Columns />)
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Price' }))
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Price' })).toBeChecked()
})
