import { chakra, Picture } from '@shop/ui'
import { useEffect, useState } from 'react'
import { placeholderAddress } from './picture-address'
import type { FormPicture } from './form-picture'

const Chosen = chakra('img', {
  base: {
    display: 'block',
    width: '100%',
    aspectRatio: '4 / 5',
    objectFit: 'cover',
    borderRadius: 'image',
    background: 'sunken',
  },
})

/** The small picture of a record's list row; the shop's placeholder without one. @param address as columns hold it */
export function RecordPicture({ address, alt }: { address: string | null | undefined; alt: string }) {
  return <Picture src={address || placeholderAddress} alt={address ? alt : ''} sizes="72px" />
}

/** A form's picture, stored or just chosen. */
export function Thumbnail({ picture, alt }: { picture: FormPicture; alt: string }) {
  if ('address' in picture) return <Picture src={picture.address} alt={alt} sizes="72px" />
  const [narrowest] = picture.copies.copies
  return <ChosenThumbnail blob={narrowest?.blob} alt={alt} />
}

function ChosenThumbnail({ blob, alt }: { blob: Blob | undefined; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return <Chosen src={url} alt={alt} />
}
