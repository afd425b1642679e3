const placeholder = '{url}'

/**
 * The picture of a QR code from a service.
 *
 * @param provider the setting `qr.provider`: `local`, or an https address with `{url}` in its path or query
 * @param address what the code encodes
 * @returns null when the code is to be drawn locally: also for a template that is not https or has no plain host name,
 *   since its origin goes into the Content-Security-Policy
 */
export function qrServicePicture(provider: string, address: string): URL | null {
  if (!provider.includes(placeholder)) return null
  const fill = (text: string) => {
    const filled = provider.replaceAll(placeholder, encodeURIComponent(text))
    return URL.canParse(filled) ? new URL(filled) : null
  }
  const picture = fill(address)
  if (picture?.protocol !== 'https:' || !/^[a-z0-9.-]+$/.test(picture.hostname)) return null
  if (picture.username !== '' || picture.password !== '') return null
  return picture.origin === fill('x')?.origin ? picture : null
}
