/** Saves a file to the device. @param name such as 'products.csv' */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the download reads the address after the click.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 10_000)
}
