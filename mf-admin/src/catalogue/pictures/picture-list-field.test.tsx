// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { fakeSupabase, renderApp } from '@shop/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { formPictures, type FormPicture } from './form-picture'
import { PictureField } from './picture-field'
import { PictureListField } from './picture-list-field'
import { useUploads } from './use-uploads'

const address = (name: string) => `/media/${name}.webp`

function ListForm({ names }: { names: string[] }) {
  const uploads = useUploads('product-images')
  const [pictures, setPictures] = useState<FormPicture[]>(formPictures(names.map(address), names))
  return <PictureListField label="Product Image" value={pictures} onChange={setPictures} uploads={uploads} />
}

function OneForm() {
  const uploads = useUploads('category-images')
  const [picture, setPicture] = useState<FormPicture | null>(formPictures([address('a')], ['A'])[0] ?? null)
  return (
    <PictureField label="Category Image" value={picture} onChange={setPicture} uploads={uploads} optional />
  )
}

const openList = (...names: string[]) =>
  renderApp([{ path: '/', element: <ListForm names={names} /> }], { providers: [AuthProvider] })
const list = () => screen.getByRole('list', { name: 'Product Image, in the order shown' })
const alts = () =>
  within(list())
    .getAllByRole('textbox')
    .map((box) => box.getAttribute('value'))
const button = (name: string) => screen.getByRole('button', { name })
const handle = (place: number) =>
  screen.getByRole('button', { name: new RegExp(`^Move image ${String(place)}:`) })

beforeEach(() => {
  fakeSupabase()
})

test('buttons move a picture, the first is the main one', async () => {
  openList('a', 'b', 'c')
  expect(within(list()).getAllByText('Main')).toHaveLength(1)
  await userEvent.click(button('Move image 1 down'))
  expect(alts()).toEqual(['b', 'a', 'c'])
  await userEvent.click(button('Move image 3 up'))
  expect(alts()).toEqual(['b', 'c', 'a'])
  expect(button('Move image 1 up')).toBeDisabled()
  expect(button('Move image 3 down')).toBeDisabled()
})

test('the arrow keys move the picture of the focused handle, which keeps the focus', async () => {
  openList('a', 'b', 'c')
  handle(1).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(alts()).toEqual(['b', 'c', 'a'])
  expect(handle(3)).toHaveFocus()
  screen.getByText('Image 2 is now image 3 of 3.')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(alts()).toEqual(['b', 'a', 'c'])
})

test('a removed picture leaves the focus to its place, the last one to the file input', async () => {
  openList('a', 'b', 'c')
  await userEvent.click(button('Remove image 3'))
  expect(alts()).toEqual(['a', 'b'])
  expect(handle(2)).toHaveFocus()
  await userEvent.click(button('Remove image 1'))
  await userEvent.click(button('Remove image 1'))
  expect(screen.queryByRole('list')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Product Image')).toHaveFocus()
})

test('the text of a picture goes with it', async () => {
  openList('a', 'b')
  const box = screen.getByLabelText('Alt text of image 2')
  await userEvent.clear(box)
  await userEvent.type(box, 'A bowl')
  await userEvent.click(button('Move image 2 up'))
  expect(alts()).toEqual(['A bowl', 'a'])
})

test('files that are rejected are named with the reason, the list stays', async () => {
  openList('a')
  await userEvent.upload(screen.getByLabelText('Product Image'), [
    new File(['GIF89a'], 'moving.jpg', { type: 'image/jpeg' }),
    new File([new Uint8Array(6 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' }),
  ])
  await screen.findByText('File too large')
  screen.getByText('This file is 6.0MB. Please upload a file under 5MB.')
  screen.getByText('Invalid file type')
  screen.getByText('Only JPEG, PNG, and WebP images are allowed.')
  screen.getByText('moving.jpg:')
  expect(alts()).toEqual(['a'])
})

test('with 20 pictures no more are taken', async () => {
  openList(...Array.from({ length: 20 }, (_, place) => `p${String(place)}`))
  screen.getByText('A product has at most 20 images.')
})

test('the picture of a category is shown, described and removed', async () => {
  renderApp([{ path: '/', element: <OneForm /> }], { providers: [AuthProvider] })
  expect(screen.getByRole('img', { name: 'A' })).toHaveAttribute('src', '/media/a.webp')
  await userEvent.type(screen.getByLabelText(/^Alt text/), 'rch')
  screen.getByRole('img', { name: 'Arch' })
  await userEvent.click(button('Remove image'))
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  expect(screen.queryByLabelText(/^Alt text/)).not.toBeInTheDocument()
  expect(screen.getByLabelText(/^Category Image/)).toHaveFocus()
})
