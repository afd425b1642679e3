import { screen, waitFor, waitForElementToBeRemoved } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Opens a menu and chooses from it. */
export async function chooseInMenu(menu: string, item: string | RegExp): Promise<void> {
  // A dialog that is closing still keeps presses from the page.
  await waitFor(() => {
    expect(document.body).not.toHaveStyle({ pointerEvents: 'none' })
  })
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  const entry = await screen.findByRole('menuitem', { name: item })
  // What is chosen is what the press has highlighted by the time it ends.
  const user = userEvent.setup()
  await user.pointer({ keys: '[MouseLeft>]', target: entry })
  await waitFor(() => {
    if (!('highlighted' in entry.dataset)) throw new Error(`"${entry.textContent}" is not highlighted`)
  })
  await Promise.all([waitForElementToBeRemoved(entry), user.pointer('[/MouseLeft]')])
}
