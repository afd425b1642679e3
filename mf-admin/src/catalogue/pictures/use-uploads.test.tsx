// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { fakeSupabase, renderApp, storeSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { formPictures, type FormPicture } from './form-picture'
import type { PictureCopies } from './picture-copies'
import { PictureListField } from './picture-list-field'
import { UploadError } from './upload-error'
import { useUploads } from './use-uploads'

const folder = '/storage/v1/object/public/product-images/product-images/'
const kept = `${folder}kept-640.webp`
const old = `${folder}old-640.webp`
const copies: PictureCopies = {
  extension: 'webp',
  copies: [{ width: 320, blob: new Blob(['x'], { type: 'image/webp' }) }],
}
const chosen: FormPicture = { key: 'new', copies, alt: 'New' }
let fake: FakeSupabase
let write: ReturnType<typeof vi.fn<(images: readonly string[], alts: readonly string[]) => Promise<void>>>

/** A form with a list of pictures, as screens have it. */
function Form({ start }: { start: FormPicture[] }) {
  const uploads = useUploads('product-images')
  const [pictures, setPictures] = useState(start)
  const [outcome, setOutcome] = useState('')
  const save = () =>
    uploads
      .save(
        pictures,
        (stored) =>
          write(
            stored.map(({ address }) => address),
            stored.map(({ alt }) => alt),
          ),
        [kept, old],
      )
      .then(
        () => setOutcome('Saved'),
        (error: unknown) => setOutcome(error instanceof UploadError ? 'Not uploaded' : 'Not saved'),
      )
  return (
    <>
      <PictureListField label="Product Image" value={pictures} onChange={setPictures} uploads={uploads} />
      <button onClick={() => void save()}>Save</button>
      <p>{outcome}</p>
    </>
  )
}

const open = (start: FormPicture[]) =>
  renderApp([{ path: '/', element: <Form start={start} /> }], { providers: [AuthProvider] })
const removedFiles = () =>
  fake.requests
    .filter(({ call }) => call.startsWith('DELETE '))
    .flatMap(({ body }): unknown => JSON.parse(body).prefixes)
const uploads = () => fake.sent('POST /storage/v1/object/product-images/')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storeSession()
  fake = fakeSupabase({ rpc: { unused_pictures: ({ p_addresses }) => p_addresses } })
  write = vi.fn(() => Promise.resolve())
})

test('a save uploads what was chosen, writes all in their order, and removes what the record no longer has', async () => {
  open([chosen, ...formPictures([kept], ['Kept'])])
  expect(uploads()).toHaveLength(0)
  await save()
  await screen.findByText('Saved')
  await screen.findByText('Upload successful')
  const [images, alts] = write.mock.calls[0] ?? []
  expect(images).toEqual([expect.stringMatching(/[\da-f-]{36}-320\.webp$/), kept])
  expect(alts).toEqual(['New', 'Kept'])
  await waitFor(() =>
    expect(removedFiles()).toEqual([320, 640].map((width) => `product-images/old-${String(width)}.webp`)),
  )
})

test('a failed upload aborts the save', async () => {
  fake.fail({
    under: '/storage/',
    response: () => Response.json({ statusCode: '404', message: 'Bucket not found' }, { status: 400 }),
  })
  open([chosen])
  await save()
  await screen.findByText('Not uploaded')
  await screen.findByText('Upload failed')
  await screen.findByText('Storage bucket not found. Please contact support.')
  expect(write).not.toHaveBeenCalled()
})

test('a failed save removes what it uploaded, and can be tried again', async () => {
  write.mockRejectedValueOnce(new Error('rejected'))
  open([chosen, ...formPictures([kept], [''])])
  await save()
  await screen.findByText('Not saved')
  await waitFor(() => expect(removedFiles()).toHaveLength(1))
  const [first] = uploads()
  expect(first?.call.endsWith(String(removedFiles()[0]))).toBe(true)
  await save()
  await screen.findByText('Saved')
  expect(uploads()).toHaveLength(2)
  expect(write.mock.calls[1]?.[0][0]).not.toBe(write.mock.calls[0]?.[0][0])
})

test('a save without new pictures uploads nothing', async () => {
  open(formPictures([kept, old], []))
  await save()
  await screen.findByText('Saved')
  expect(uploads()).toHaveLength(0)
  expect(screen.queryByText('Upload successful')).not.toBeInTheDocument()
})

test('an upload shows its progress and can be cancelled: nothing is saved, nothing is left', async () => {
  const release = fake.hold()
  open([chosen])
  await save()
  expect(await screen.findByRole('progressbar', { name: 'Upload' })).toHaveAttribute('value', '0')
  await waitFor(() => expect(uploads()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await screen.findByText('Upload cancelled')
  await screen.findByText('Not uploaded')
  release()
  await waitFor(() => expect(removedFiles()).toHaveLength(1))
  expect(write).not.toHaveBeenCalled()
})

test('a form that is left while it uploads saves nothing and leaves nothing', async () => {
  const release = fake.hold()
  open([chosen])
  await save()
  await waitFor(() => expect(uploads()).toHaveLength(1))
  cleanup()
  release()
  await waitFor(() => expect(removedFiles()).toHaveLength(1))
  expect(write).not.toHaveBeenCalled()
})
