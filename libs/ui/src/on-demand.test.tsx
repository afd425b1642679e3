// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { onDemand } from './on-demand'
import { renderUi } from './testing'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

interface EditorProps {
  open: boolean
  onClose: () => void
}
const Editor = ({ open }: EditorProps) => open && <p>The editor</p>

/** A page with a dialog whose code fails as often as said. */
function renderPage(failures: number, Dialog: ComponentType<EditorProps> = Editor) {
  const load = vi.fn(() => Promise.resolve(Dialog))
  for (let failed = 0; failed < failures; failed += 1) load.mockRejectedValueOnce(new Error('Lost'))
  const EditorOnDemand = onDemand<EditorProps>(load, 'The editor')
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>Edit</button>
        <EditorOnDemand open={open} onClose={() => setOpen(false)} />
        <Toaster />
      </>
    )
  }
  renderUi(<Page />)
  return load
}

test('the code of a dialog is loaded when it is opened', async () => {
  const load = renderPage(0)
  expect(load).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('The editor')).toBeInTheDocument()
})

test('where it cannot be had a toast says so, the page stays, and the next press asks again', async () => {
  const load = renderPage(1)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('The editor could not be opened. Please try again.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('The editor')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(2)
})

test('what fails after it was closed is logged, and no toast says so', async () => {
  let failLate: (error: Error) => void = () => undefined
  const slow = new Promise<ComponentType<EditorProps>>((_, reject) => {
    failLate = reject
  })
  const Slow = onDemand<EditorProps>(() => slow, 'The editor')
  const page = (open: boolean) => (
    <>
      <Slow open={open} onClose={() => undefined} />
      <Toaster />
    </>
  )
  const { rerender } = renderUi(page(true))
  rerender(page(false))
  failLate(new Error('Lost'))
  await vi.waitFor(() => {
    expect(console.error).toHaveBeenCalled()
  })
  expect(screen.queryByText(/could not be opened/)).not.toBeInTheDocument()
})

test('a part of a page has its error and its retry in its own place', async () => {
  const load = vi.fn(() => Promise.resolve(() => <p>A chart</p>)).mockRejectedValueOnce(new Error('Lost'))
  const Chart = onDemand(load, 'The chart', 'Loading')
  renderUi(
    <>
      <h1>Sales</h1>
      <Chart />
    </>,
  )
  expect(screen.getByText('Loading')).toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent('The chart could not be opened')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('A chart')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Sales' })).toBeInTheDocument()
})

test('of what nobody misses nothing is said', async () => {
  const Extra = onDemand(() => Promise.reject(new Error('Lost')), null)
  renderUi(<Extra />)
  await vi.waitFor(() => {
    expect(console.error).toHaveBeenCalled()
  })
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a dialog that throws closes with a toast, the page stays, and the next press opens it again', async () => {
  let isBroken = true
  const Broken = (props: EditorProps) => {
    if (props.open && isBroken) throw new Error('Broken')
    return <Editor {...props} />
  }
  renderPage(0, Broken)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('The editor could not be opened. Please try again.')).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('The editor')).toBeInTheDocument()
})

test('a part of a page that throws has its error and its retry in its own place', async () => {
  let isBroken = true
  const Chart = onDemand(
    () =>
      Promise.resolve(() => {
        if (isBroken) throw new Error('Broken')
        return <p>A chart</p>
      }),
    'The chart',
  )
  renderUi(
    <>
      <h1>Sales</h1>
      <Chart />
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('The chart could not be opened')
  expect(screen.getByRole('heading', { name: 'Sales' })).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('A chart')).toBeInTheDocument()
})
