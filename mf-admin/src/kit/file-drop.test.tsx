// @vitest-environment happy-dom
import { Field, UiProvider } from '@shop/ui'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileDrop } from './file-drop'

const onFiles = vi.fn<(files: File[]) => void>()
const [one, other] = ['one.csv', 'other.csv'].map((name) => new File(['a'], name))
function show(more: { multiple?: boolean; disabled?: boolean } = {}) {
  onFiles.mockClear()
  render(
    <UiProvider>
      <Field label="Files">
        <FileDrop hint="CSV" onFiles={onFiles} {...more} />
      </Field>
    </UiProvider>,
  )
  return screen.getByLabelText<HTMLInputElement>('Files')
}
const taken = () => onFiles.mock.calls.map(([files]) => files.map(({ name }) => name))

test('its field names it, and the same file can be chosen again', async () => {
  const input = show()
  if (one) {
    await userEvent.upload(input, one)
    await userEvent.upload(input, one)
  }
  expect(taken()).toEqual([['one.csv'], ['one.csv']])
})

test.each([
  [{}, [['one.csv']]],
  [{ multiple: true }, [['one.csv', 'other.csv']]],
  [{ disabled: true }, []],
])('of two dropped files %j takes %j', (more, expected) => {
  fireEvent.drop(show(more), { dataTransfer: { files: [one, other] } })
  expect(taken()).toEqual(expected)
})
