// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { Dialog } from './dialog'
import { Modal } from './modal'
import { renderUi } from './testing'
import { useToast } from './toasts'
import { Toaster } from './toaster'
import { UiProvider } from './ui-provider'

function Editor({ startAtName = false }) {
  const [open, setOpen] = useState(false)
  const [sure, setSure] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const toast = useToast()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Edit product"
        description="The Evening Stone"
        initialFocus={startAtName ? field : undefined}
      >
        <input ref={field} aria-label="Name" />
        <Button onClick={() => setSure(true)}>Delete</Button>
        <Button onClick={() => toast({ title: 'Saved' })}>Save</Button>
        <Dialog open={sure} onClose={() => setSure(false)} title="Delete product">
          This cannot be undone.
        </Dialog>
      </Dialog>
      <Toaster />
    </>
  )
}

const editor = () => screen.findByRole('dialog', { name: 'Edit product' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument())
const page = document.documentElement

async function openEditor() {
  await press('Edit')
  return editor()
}

test('a dialog is named and described, focuses its first control, and returns focus on Escape', async () => {
  renderUi(<Editor startAtName />)
  const dialog = await openEditor()
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'The Evening Stone',
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await gone('Edit product')
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
})

test('opened again while it still closes, it starts anew: nothing of what was typed before is left', async () => {
  renderUi(<Editor startAtName />)
  await openEditor()
  await userEvent.keyboard('Evening')
  vi.spyOn(HTMLDialogElement.prototype, 'getAnimations').mockReturnValue([
    { finished: new Promise(() => undefined) } as unknown as Animation,
  ])
  await userEvent.keyboard('{Escape}')
  await press('Edit')
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name).toHaveValue('')
  expect(name).toHaveFocus()
})

test('it closes by its button and by a press outside the panel, not by one that began inside', async () => {
  renderUi(<Editor />)
  await openEditor()
  await press('Close')
  await gone('Edit product')
  const dialog = await openEditor()
  fireEvent.pointerDown(screen.getByRole('textbox', { name: 'Name' }))
  fireEvent.click(dialog)
  expect(await editor()).toBe(dialog)
  await userEvent.click(dialog)
  await gone('Edit product')
})

test('the page behind does not scroll and keeps its width while any dialog is open', async () => {
  vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(innerWidth - 15)
  renderUi(<Editor />)
  await openEditor()
  await press('Delete')
  expect(page.style.overflow).toBe('hidden')
  expect(page.style.paddingInlineEnd).toBe('15px')
  await userEvent.keyboard('{Escape}')
  await gone('Delete product')
  expect(page.style.overflow).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  await gone('Edit product')
  expect(page.style.overflow).toBe('')
  expect(page.style.paddingInlineEnd).toBe('')
})

test('the inner of two dialogs closes first and returns focus to its opener', async () => {
  renderUi(<Editor />)
  await openEditor()
  await press('Delete')
  await screen.findByRole('dialog', { name: 'Delete product' })
  await userEvent.keyboard('{Escape}')
  await gone('Delete product')
  expect(await editor()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

test('messages move into the topmost dialog, and back when it has closed', async () => {
  renderUi(<Editor />)
  const dialog = await openEditor()
  await press('Save')
  expect(within(dialog).getByText('Saved')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  expect(await editor()).toBe(dialog)
  await press('Save')
  await userEvent.keyboard('{Escape}')
  await gone('Edit product')
  expect(screen.getByText('Saved')).toBeVisible()
})

test('Tab and Shift+Tab wrap around inside', async () => {
  renderUi(<Editor />)
  await openEditor()
  screen.getByRole('button', { name: 'Save' }).focus()
  await userEvent.tab()
  const first = screen.getByRole('button', { name: 'Close' })
  expect(first).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
})

test('a dialog without onClose ignores Escape and presses outside', async () => {
  renderUi(
    <Modal open placement="window" aria-label="Question">
      <button>Yes</button>
    </Modal>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Question' })
  await userEvent.click(dialog)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Question' })).toBe(dialog)
  expect(dialog).toHaveAttribute('closedby', 'none')
})

test('unmounting an open dialog restores the page', async () => {
  const { rerender } = renderUi(<Editor />)
  await openEditor()
  act(() => {
    rerender(<Toaster />)
  })
  expect(page.style.overflow).toBe('')
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeVisible()
})

test('a server renders only dialogs that are open in the HTML', () => {
  const inHtml = (isOpen: boolean, openInHtml: boolean) =>
    renderToString(
      <UiProvider>
        <Modal open={isOpen} openInHtml={openInHtml} placement="window" aria-label="Question">
          Well?
        </Modal>
      </UiProvider>,
    )
  expect(inHtml(true, true)).toMatch(/<dialog open=""[\s\S]*Well\?/)
  expect(inHtml(false, false)).not.toContain('<dialog')
})
