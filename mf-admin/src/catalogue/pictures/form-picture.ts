import type { PictureCopies } from './picture-copies'

/** A picture in a form: stored already, or chosen and uploaded when the form is saved. */
export type FormPicture = StoredPicture | ChosenPicture

/** A picture that is stored. */
export interface StoredPicture {
  /** Identifies it in its form, from choosing to saving. */
  key: string
  /** As columns hold it, without origin. */
  address: string
  alt: string
}

/** A picture that was chosen and checked, not uploaded yet. */
export interface ChosenPicture {
  key: string
  copies: PictureCopies
  alt: string
}

/** A record's pictures for a form, from its columns. @param alts the alternative text at the same place */
export function formPictures(addresses: readonly string[], alts: readonly string[]): StoredPicture[] {
  return addresses.map((address, place) => ({
    // The same wherever it stands, so that two versions of a list can be compared.
    key: [address, ...addresses.slice(0, place).filter((other) => other === address)].join(' '),
    address,
    alt: alts[place] ?? '',
  }))
}

/** The list with the picture at `from` moved to `to`, both counted from 0. */
export function movePicture<T>(pictures: readonly T[], from: number, to: number): T[] {
  const moved = pictures[from]
  if (moved === undefined || to < 0 || to >= pictures.length) return [...pictures]
  const others = pictures.filter((_, place) => place !== from)
  return [...others.slice(0, to), moved, ...others.slice(to)]
}
