import { row, type Backend } from '@shop/supabase'
import { checkPicture, unreadable, type PictureRejection } from './check-picture'
import { addressOf, filesOf, newPictureName, type PictureBucket } from './picture-address'
import { makeCopies, type PictureCopies } from './picture-copies'
import { UploadError, uploadErrorMessage } from './upload-error'

export interface UploadOptions {
  bucket: PictureBucket
  /** Called with the share that is uploaded, 0 to 1. */
  onProgress?: (share: number) => void
  /** Cancels the upload; what it stored is removed. */
  signal?: AbortSignal
}

// A year: a name is never used for another picture.
const cacheSeconds = '31536000'

/** Checks a file and makes its copies. @returns the copies, or why the file is rejected */
export async function preparePicture(file: Blob): Promise<PictureCopies | { rejection: PictureRejection }> {
  const checked = await checkPicture(file)
  if ('rejection' in checked) return checked
  try {
    return await makeCopies(file, checked.type)
  } catch (error) {
    console.error(error)
    const [title, message] = unreadable
    return { rejection: { title, message } }
  }
}

/**
 * Uploads the copies of a picture under a new name.
 * @returns its address, as columns hold it
 * @throws UploadError in words, with nothing stored
 */
export async function uploadCopies(
  backend: Backend,
  { copies, extension }: PictureCopies,
  { bucket, onProgress, signal }: UploadOptions,
): Promise<{ address: string }> {
  const cancelled = new UploadError('The upload was cancelled.', true)
  if (signal?.aborted) throw cancelled
  const name = newPictureName(bucket)
  const fileOf = (width: number) => `${name}-${String(width)}.${extension}`
  const address = addressOf(bucket, fileOf(copies.at(-1)?.width ?? 0))
  const total = copies.reduce((sum, { blob }) => sum + blob.size, 0)
  let sent = 0
  const store = async (width: number, blob: Blob) => {
    const folder = (await backend.client()).storage.from(bucket)
    const { error } = await folder.upload(fileOf(width), blob, {
      cacheControl: cacheSeconds,
      contentType: blob.type,
    })
    if (error) throw error
    sent += blob.size
    if (!signal?.aborted) onProgress?.(sent / total)
  }
  const uploads = copies.map(({ width, blob }) => store(width, blob))
  const results = await Promise.race([Promise.allSettled(uploads), whenAborted(signal)])
  const failed = results?.find((result) => result.status === 'rejected')
  if (results && !failed && !signal?.aborted) return { address }
  // A copy that is still on its way would be stored after the removal.
  const removed = Promise.allSettled(uploads).then(() => removePictures(backend, [address]))
  if (!results || signal?.aborted) throw cancelled
  await removed
  console.error(failed?.reason)
  throw new UploadError(uploadErrorMessage(failed?.reason))
}

/** Resolves with null when the signal aborts; never without one. */
function whenAborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(null), { once: true })
  })
}

/** Removes uploaded pictures in all widths. What cannot be removed now is removed by the sweep. */
export async function removePictures(backend: Backend, addresses: readonly string[]): Promise<void> {
  const removals = addresses.flatMap((address) => filesOf(address) ?? [])
  if (removals.length === 0) return
  try {
    const { storage } = await backend.client()
    for (const { bucket, files } of removals) {
      const { error } = await storage.from(bucket).remove(files)
      if (error) console.error(error)
    }
  } catch (error) {
    console.error(error)
  }
}

/** Removes those pictures that no product, category or order shows. What cannot be removed now is removed by the sweep. */
export async function removeUnusedPictures(backend: Backend, addresses: readonly string[]): Promise<void> {
  const uploads = addresses.filter((address) => filesOf(address))
  if (uploads.length === 0) return
  try {
    await removePictures(backend, await row(backend.rpc('unused_pictures', { p_addresses: uploads })))
  } catch (error) {
    console.error(error)
  }
}
