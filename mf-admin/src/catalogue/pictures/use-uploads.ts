import { useBackend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import type { FormPicture, StoredPicture } from './form-picture'
import type { PictureBucket } from './picture-address'
import { UploadError } from './upload-error'
import { removePictures, removeUnusedPictures, uploadCopies } from './upload-picture'

/** The pictures of one form: they are uploaded by its save, and leave nothing behind if it fails. */
export interface Uploads {
  /** The share that is uploaded, 0 to 1; null while nothing is uploaded. */
  progress: number | null
  /** While chosen files are checked and resized; a save would miss them. */
  preparing: boolean
  /** Marks the time until `work` is settled as preparing. */
  prepare: <T>(work: Promise<T>) => Promise<T>
  /**
   * Uploads the chosen pictures, then writes the record. If the upload or the write fails, or the form is left meanwhile,
   * what was uploaded is removed; after a successful write the pictures that the record no longer has are.
   * @param write saves the record with these pictures, which have the order and keys of `pictures`
   * @param before addresses that the record had
   * @throws UploadError when the upload failed or was cancelled, of which the member of staff has been told; what `write` throws
   */
  save: <T>(
    pictures: readonly FormPicture[],
    write: (stored: StoredPicture[]) => Promise<T>,
    before?: readonly string[],
  ) => Promise<T>
  /** Cancels the upload of the current save. */
  cancel: () => void
}

/** The uploads of one form. @param bucket where its pictures are stored */
export function useUploads(bucket: PictureBucket): Uploads {
  const backend = useBackend()
  const toast = useToast()
  const [progress, setProgress] = useState<number | null>(null)
  const [preparations, setPreparations] = useState(0)
  const running = useRef<AbortController | null>(null)
  // A form that is left cancels its upload.
  useEffect(() => () => running.current?.abort(), [])

  const upload = async (pictures: readonly FormPicture[], uploaded: string[]): Promise<StoredPicture[]> => {
    const chosen = pictures.filter((picture) => 'copies' in picture).length
    const { signal } = (running.current = new AbortController())
    const stored: StoredPicture[] = []
    if (chosen > 0) setProgress(0)
    try {
      for (const picture of pictures) {
        if ('address' in picture) {
          stored.push(picture)
          continue
        }
        const done = uploaded.length
        const onProgress = (share: number) => setProgress((done + share) / chosen)
        const { address } = await uploadCopies(backend, picture.copies, { bucket, onProgress, signal })
        uploaded.push(address)
        stored.push({ key: picture.key, address, alt: picture.alt })
      }
      if (signal.aborted) throw new UploadError('The upload was cancelled.', true)
      return stored
    } finally {
      running.current = null
      setProgress(null)
    }
  }

  const save: Uploads['save'] = async (pictures, write, before = []) => {
    const uploaded: string[] = []
    let stored: StoredPicture[]
    try {
      stored = await upload(pictures, uploaded)
    } catch (error) {
      await removePictures(backend, uploaded)
      if (error instanceof UploadError && !error.cancelled)
        toast({ title: 'Upload failed', description: error.message, status: 'error' })
      throw error
    }
    if (uploaded.length > 0) toast({ title: 'Upload successful', status: 'success' })
    try {
      const result = await write(stored)
      const kept = new Set(stored.map(({ address }) => address))
      void removeUnusedPictures(
        backend,
        before.filter((address) => !kept.has(address)),
      )
      return result
    } catch (error) {
      // Without an answer the record may have been written all the same.
      void removeUnusedPictures(backend, uploaded)
      throw error
    }
  }

  return {
    progress,
    preparing: preparations > 0,
    prepare: async (work) => {
      setPreparations((count) => count + 1)
      try {
        return await work
      } finally {
        setPreparations((count) => count - 1)
      }
    },
    save,
    cancel: () => {
      if (!running.current) return
      running.current.abort()
      toast({ title: 'Upload cancelled', description: 'Nothing was saved.', status: 'notice' })
    },
  }
}
