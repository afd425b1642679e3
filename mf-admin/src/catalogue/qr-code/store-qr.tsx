import { useSettings } from '@shop/settings'
import { qrServicePicture } from '@shop/settings/qr-provider'
import { chakra } from '@shop/ui'
import { useState } from 'react'
import { QrSvg } from '../../kit/qr-svg'

/** Side of the QR code in pixels (`docs/specification/back-office.md`, "QR Code screen"). */
export const qrSize = 300

const Picture = chakra('img', {
  base: { display: 'block', maxWidth: '100%', height: 'auto', background: '#ffffff' },
})

/** The QR code of the store's address: drawn here, or by the service of the setting while that answers. */
export function StoreQr({ address }: { address: string }) {
  const { qr } = useSettings()
  const [failed, setFailed] = useState(false)
  const picture = failed ? null : qrServicePicture(qr.provider, address)
  const label = `QR code of ${address}`
  if (!picture) return <QrSvg text={address} label={label} size={qrSize} />
  return (
    <Picture
      src={picture.href}
      alt={label}
      width={qrSize}
      height={qrSize}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
