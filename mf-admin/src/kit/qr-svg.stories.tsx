import { QrSvg } from './qr-svg'

export default {}

export const AddressOfTheShop = () => (
  <QrSvg text="https://shop.example/" label="QR code of the shop" size={200} />
)
