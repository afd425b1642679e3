/** The most labels of one page, and copies of one label. */
export const maxLabels = 200
export const maxCopies = 99

/** A unit (or a whole product) and how many labels of it. */
export interface LabelLine {
  id: string
  copies: number
}

const entry = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\*([1-9]\d?))?$/i

/** The list in an address: ids of products or variants by commas, each with its copies, such as `<id>*3`. Others are left out. */
export function parseLabelList(text: string): LabelLine[] {
  const lines = text.split(',').flatMap((part) => {
    const [, id, copies = '1'] = entry.exec(part.trim()) ?? []
    return id ? [{ id: id.toLowerCase(), copies: Number(copies) }] : []
  })
  const unique = lines.filter(({ id }, place) => lines.findIndex((line) => line.id === id) === place)
  return unique.slice(0, maxLabels)
}

/** The list as it stands in an address. */
export const labelListText = (lines: readonly LabelLine[]): string =>
  lines.map(({ id, copies }) => (copies === 1 ? id : `${id}*${copies}`)).join(',')
