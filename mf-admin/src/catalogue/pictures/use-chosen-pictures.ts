import { useState } from 'react'
import type { PictureRejection } from './check-picture'
import type { ChosenPicture } from './form-picture'
import { preparePicture } from './upload-picture'
import type { Uploads } from './use-uploads'

/** A file that was not taken, and why. */
export interface RejectedFile extends PictureRejection {
  fileName: string
}

/** Checks and resizes chosen files. @param onPicture called with each picture that is taken, in the order of the files */
export function useChosenPictures(uploads: Uploads, onPicture: (picture: ChosenPicture) => void) {
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([])

  const choose = async (files: readonly File[]): Promise<void> => {
    setRejected([])
    for (const file of files) {
      const prepared = await uploads.prepare(preparePicture(file))
      if ('rejection' in prepared)
        setRejected((others) => [...others, { ...prepared.rejection, fileName: file.name }])
      else onPicture({ key: crypto.randomUUID(), copies: prepared, alt: '' })
    }
  }
  return { rejected, choose, forget: () => setRejected([]) }
}
