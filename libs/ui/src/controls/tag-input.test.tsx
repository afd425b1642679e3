// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field } from '../field'
import { renderUi } from '../testing'
import { TagInput } from './tag-input'

function Tags() {
  const [tags, setTags] = useState<string[]>([])
  return (
    <Field label="Tags" error="Enter three.">
      <TagInput value={tags} onChange={setTags} />
    </Field>
  )
}
const field = () => screen.getByLabelText('Tags')
const tags = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test.each([' HS ,, ZE', 'HS\nZE\n', 'HS, ZE,HS'])('a pasted list %j is split', async (text) => {
  renderUi(<Tags />)
  await userEvent.click(field())
  await userEvent.paste(text)
  await screen.findByText('ZE')
  expect(tags()).toEqual(['HS', 'ZE'])
  expect(field()).toHaveValue('')
})

test('a mistake is told at the field, and a text that is removed leaves the focus there', async () => {
  renderUi(<Tags />)
  expect(field()).toBeInvalid()
  await userEvent.type(field(), 'silk{Enter}')
  await screen.findByText('silk')
  await userEvent.click(screen.getByRole('button', { name: 'Remove silk' }))
  await waitFor(() => expect(tags()).toEqual([]))
  await waitFor(() => expect(field()).toHaveFocus())
})

test('the typed text becomes a tag when the field loses focus, before any other handler runs', async () => {
  renderUi(<Tags />)
  await userEvent.type(field(), 'silk, new')
  fireEvent.blur(field())
  expect(tags()).toEqual(['silk', 'new'])
  expect(field()).toHaveValue('')
})
