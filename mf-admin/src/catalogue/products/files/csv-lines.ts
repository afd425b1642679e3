import Papa from 'papaparse'

/** A line of a file: its number in the file, from 1, and the texts of its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** A line of more characters than this has a quotation mark that is never closed. */
const longestLine = 1_000_000
/** As many characters tell what stands between cells and lines. */
const enoughToGuess = 16_000

/** Why a file cannot be read, in words for staff. */
export class FileError extends Error {}

interface Piece {
  text: string
  isEnd: boolean
}

/** A file's text piece by piece. @throws FileError */
async function* piecesOf(file: Blob): AsyncGenerator<Piece> {
  const reader = file.stream().getReader()
  // It drops the byte order mark. Other encodings would turn "é" into a question mark, without a word.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new FileError('This file has changed or can no longer be read. Choose it again.')
      })
      yield { text: decode(decoder, value), isEnd: done }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined) // a file that cannot be read cannot be closed either
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    throw new FileError('This file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.')
  }
}

/**
 * The lines of a CSV file with commas, semicolons or tabs between its cells, some at a time, so that neither memory nor a
 * pause grows with the file.
 *
 * @throws FileError
 */
export async function* csvLines(file: Blob): AsyncGenerator<CsvLine[]> {
  let format: Papa.ParseConfig | undefined
  let rest = ''
  let line = 0
  for await (const { text, isEnd } of piecesOf(file)) {
    rest += text
    // A piece may end within \r\n, which would then be taken for a line that ends with \r.
    if (rest === '' || (!isEnd && !format && (rest.length < enoughToGuess || rest.endsWith('\r')))) continue
    format ??= formatOf(rest)
    const { data, meta }: Papa.ParseResult<string[]> = new Papa.Parser(format).parse(rest, 0, !isEnd)
    rest = isEnd ? '' : rest.slice(meta.cursor)
    if (rest.length > longestLine)
      throw new FileError(`Line ${String(line + data.length + 1)} has a quotation mark that is never closed.`)
    yield data.map((cells) => ({ line: (line += 1), cells }))
  }
}

/** What separates cells and lines, told by the column names alone: the cells below may hold any text, semicolons included. */
function formatOf(text: string): Papa.ParseConfig {
  const { linebreak } = Papa.parse(text, { preview: 1 }).meta
  const newline = (['\r\n', '\n', '\r'] as const).find((mark) => mark === linebreak)
  const [names = ''] = text.split(newline ?? '\n', 1)
  return { delimiter: Papa.parse(names, { delimitersToGuess: [',', ';', '\t'] }).meta.delimiter, newline }
}
