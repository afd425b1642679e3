import { useState } from 'react'
import type { PictureRefusal } from './check-picture'
import type { ChosenPicture } from './form-picture'
import { preparePicture } from './upload-picture'
import type { Uploads } from './use-uploads'

/** A file that was not taken, and why. */
export interface RefusedFile extends PictureRefusal {
  fileName: string
}

/** Checks and resizes chosen files. @param onPicture called with each picture that is taken, in the order of the files */
export function useChosenPictures(uploads: Uploads, onPicture: (picture: ChosenPicture) => void) {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])

  const choose = async (files: readonly File[]): Promise<void> => {
    setRefused([])
    for (const file of files) {
      const prepared = await uploads.prepare(preparePicture(file))
      if ('refusal' in prepared)
        setRefused((others) => [...others, { ...prepared.refusal, fileName: file.name }])
      else onPicture({ key: crypto.randomUUID(), copies: prepared, alt: '' })
    }
  }
  return { refused, choose, forget: () => setRefused([]) }
}
