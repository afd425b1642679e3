// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { Button } from './button'
import { Dialog } from './dialog'
import { renderUi } from './testing'
import { useToast } from './toasts'
import { Toaster } from './toaster'
import { UiProvider } from './ui-provider'

beforeAll(() => Dialog.preload())

function Editor() {
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
        initialFocus={field}
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
const focusIsAt = (name: string) => waitFor(() => expect(screen.getByLabelText(name)).toHaveFocus())

async function openEditor() {
  await press('Edit')
  const dialog = await editor()
  await focusIsAt('Name')
  return dialog
}

test('a dialog is described, starts at the control it is told, and closes on Escape and by its button', async () => {
  renderUi(<Editor />)
  const dialog = await openEditor()
  await waitFor(() => expect(dialog).toHaveAccessibleDescription('The Evening Stone'))
  await userEvent.keyboard('{Escape}')
  await gone('Edit product')
  await openEditor()
  await press('Close')
  await gone('Edit product')
})

test('opened again it starts anew: nothing of what was typed before is left', async () => {
  renderUi(<Editor />)
  await openEditor()
  await userEvent.keyboard('Evening')
  expect(screen.getByLabelText('Name')).toHaveValue('Evening')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByText('Edit'))
  await editor()
  expect(screen.getByLabelText('Name')).toHaveValue('')
})

test('the inner of two dialogs closes first, and the focus goes back to what opened each', async () => {
  renderUi(<Editor />)
  await openEditor()
  await press('Delete')
  await screen.findByRole('dialog', { name: 'Delete product' })
  await userEvent.keyboard('{Escape}')
  await gone('Delete product')
  expect(await editor()).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await gone('Edit product')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
})

function Loaded() {
  const [step, setStep] = useState<'closed' | 'loading' | 'loaded'>('closed')
  const close = () => setStep('closed')
  return (
    <>
      <Button onClick={() => setStep('loading')}>Open</Button>
      {step === 'loading' && (
        <Dialog open onClose={close} title="Loading">
          <Button onClick={() => setStep('loaded')}>Go on</Button>
        </Dialog>
      )}
      {step === 'loaded' && <Dialog open onClose={close} title="Loaded" />}
    </>
  )
}

test('a dialog that takes the place of another gives the focus back to what opened that', async () => {
  renderUi(<Loaded />)
  await press('Open')
  await screen.findByRole('dialog', { name: 'Loading' })
  await press('Go on')
  await screen.findByRole('dialog', { name: 'Loaded' })
  await userEvent.keyboard('{Escape}')
  await gone('Loaded')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
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

test('messages stay when an open dialog goes with its page', async () => {
  const { rerender } = renderUi(<Editor />)
  await openEditor()
  act(() => {
    rerender(<Toaster />)
  })
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeVisible()
})

test('a server renders no dialog, since its code comes with the first that is opened', () => {
  const html = renderToString(
    <UiProvider>
      <Dialog open={false} onClose={() => undefined} title="Question">
        Well?
      </Dialog>
    </UiProvider>,
  )
  expect(html).not.toContain('Well?')
})
