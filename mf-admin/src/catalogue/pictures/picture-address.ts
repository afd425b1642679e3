import { widthsOf } from './picture-copies'

/** Where the pictures of a kind of record are stored. */
export type PictureBucket = 'product-images' | 'category-images'

const publicPath = '/storage/v1/object/public/'
// Product pictures are in a folder of the same name, category pictures in none (`docs/specification/back-office.md`, section 7).
const folders: Record<PictureBucket, string> = { 'product-images': 'product-images/', 'category-images': '' }
const uploaded = /^\/storage\/v1\/object\/public\/(product-images|category-images)\/(.+)-(\d+)\.(webp|jpg)$/

/** Shown for records without a picture; the file is uploaded to the bucket `placeholders`. */
export const placeholderAddress = `${publicPath}placeholders/product.webp`

/** A name that no other picture has, with its folder and without width and type. */
export function newPictureName(bucket: PictureBucket): string {
  return folders[bucket] + crypto.randomUUID()
}

/** The address of an uploaded picture, as columns hold it: without origin, naming its widest copy. */
export function addressOf(bucket: PictureBucket, fileName: string): string {
  return publicPath + bucket + '/' + fileName
}

/** The files of an uploaded picture, every width of it; null for other addresses, such as those of `/media`. */
export function filesOf(address: string): { bucket: PictureBucket; files: string[] } | null {
  const [, bucket, name, width, extension] = uploaded.exec(address) ?? []
  if ((bucket !== 'product-images' && bucket !== 'category-images') || !name || !extension) return null
  return { bucket, files: widthsOf(Number(width)).map((each) => `${name}-${String(each)}.${extension}`) }
}
