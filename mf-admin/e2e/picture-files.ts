import sharp from 'sharp'

interface PictureFileOptions {
  width: number
  height: number
  format?: 'jpeg' | 'png' | 'webp'
  /** As cameras write it: 6 is shown turned by 90° clockwise. */
  orientation?: number
  /** Adds the place where it was taken, as phones do. */
  gps?: boolean
  /** The right half is transparent instead of blue; not for JPEG. */
  transparent?: boolean
  /** Fills the file up to this size; decoders ignore what follows the picture. */
  bytes?: number
}

/** A picture file whose left half is red and right half blue. */
export async function pictureFile(options: PictureFileOptions): Promise<Buffer> {
  const { width, height, format = 'jpeg', orientation, gps, transparent, bytes = 0 } = options
  const red = { create: { width: Math.ceil(width / 2), height, channels: 4, background: 'red' } } as const
  const background = transparent ? { r: 0, g: 0, b: 255, alpha: 0 } : 'blue'
  let picture = sharp({ create: { width, height, channels: 4, background } })
    .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
    .toFormat(format)
  if (orientation !== undefined) picture = picture.withMetadata({ orientation })
  if (gps) picture = picture.withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' } })
  const file = await picture.toBuffer()
  return Buffer.concat([file, Buffer.alloc(Math.max(0, bytes - file.length))])
}

/** For `setInputFiles`. @param name of the file @param options of the picture */
export async function chosenFile(
  name: string,
  options: PictureFileOptions,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: `image/${options.format ?? 'jpeg'}`, buffer: await pictureFile(options) }
}
