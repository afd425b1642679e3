/** Saves a file in the browser's downloads. @param name such as 'products.csv' */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Not at once: the download reads the address after the click.
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, 10_000)
}
