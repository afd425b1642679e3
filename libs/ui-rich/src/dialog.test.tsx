// @vitest-environment happy-dom
import { Button, UiProvider } from '@shop/ui'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog } from './dialog'

afterEach(cleanup)

function Opener({ confirm }: { confirm?: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <UiProvider>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {confirm ? (
        <ConfirmDialog
          open={open}
          onClose={close}
          onConfirm={close}
          title="Delete category"
          confirmLabel="Delete"
          danger
        >
          This cannot be undone.
        </ConfirmDialog>
      ) : (
        <Dialog open={open} onClose={close} title="Edit product" description="The Evening Stone">
          <input aria-label="Name" />
        </Dialog>
      )}
    </UiProvider>
  )
}

test('a dialog is named, takes the focus and gives it back on Escape', async () => {
  render(<Opener />)
  await userEvent.click(screen.getByText('Open'))
  const dialog = await screen.findByRole('dialog', { name: 'Edit product' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Open')))
})

test('a destructive question starts on the way out', async () => {
  render(<Opener confirm />)
  await userEvent.click(screen.getByText('Open'))
  await screen.findByRole('alertdialog', { name: 'Delete category' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
})
