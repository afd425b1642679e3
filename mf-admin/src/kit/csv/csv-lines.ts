import { counted } from '@shop/pricing'
import { cleanText } from '@shop/settings'
import { encodingOf, piecesOf, type Encoding } from './csv-text'
import { FileError } from './file-error'

/** A line of a file: its number in the file, from 1, and the texts of its cells. A cell may hold line breaks. */
interface CsvLine {
  line: number
  cells: string[]
}

/** A CSV file whose first line was read. Its lines stay on the disk and are read again whenever they are needed. */
export interface CsvFile {
  encoding: Encoding
  /** The cells of its first line that is not empty: the names of the columns. */
  headings: string[]
  /** The lines below that have cells, some at a time, so that neither memory nor a pause grows with the file. @throws FileError */
  lines: () => AsyncGenerator<CsvLine[]>
}

type Delimiter = ',' | ';' | '\t'
const delimiters: readonly Delimiter[] = [',', ';', '\t']
const names: Readonly<Record<Delimiter, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

/** A line of more characters than this has a quotation mark that is never closed. */
const maxLineLength = 1_000_000
/** As many characters hold the names of the columns. */
const enoughToGuess = 64_000

// RFC 4180 with any mix of line ends, and ="00123" as spreadsheets write text that looks like a number.
const cellPattern = (delimiter: Delimiter) =>
  new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|(="[^"\\r\\n]*"|[^"${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\n|\\r|$)`,
    'y',
  )

interface Read {
  records: string[][]
  /** The offset of the first record that is not complete yet. */
  end: number
}

/** The records of a text. @param isEnd whether the text is the last of its file */
function recordsOf(text: string, delimiter: Delimiter, isEnd: boolean): Read {
  const cell = cellPattern(delimiter)
  const records: string[][] = []
  let cells: string[] = []
  let end = 0
  for (;;) {
    const found = cell.exec(text)
    if (!found) return { records, end }
    const [, quoted, bare = '', mark] = found
    // What a text ends with may go on: a cell, or \r with \n.
    if (!isEnd && (mark === '' || (mark === '\r' && cell.lastIndex === text.length))) return { records, end }
    cells.push(quoted?.replaceAll('""', '"') ?? bare)
    if (mark === delimiter) continue
    records.push(cells)
    cells = []
    end = cell.lastIndex
    if (end === text.length) return { records, end }
  }
}

const quoteProblem = (line: number, text: string) =>
  new FileError(
    /(?:^|[,;\t])"[^"]*(?:""[^"]*)*$/.test(text)
      ? `Line ${String(line)} has a quotation mark that is never closed.`
      : `Line ${String(line)} has a quotation mark within a cell. Put the whole cell in quotation marks, and write the mark within it twice.`,
  )

const isFilled = ({ cells }: CsvLine) => cells.some((cell) => cleanText(cell) !== '')

async function* linesOf(file: Blob, encoding: Encoding): AsyncGenerator<CsvLine[]> {
  let delimiter: Delimiter | undefined
  let rest = ''
  let line = 0
  for await (const { text, isEnd } of piecesOf(file, encoding)) {
    rest += text
    if (!delimiter) {
      if (!isEnd && rest.length < enoughToGuess) continue
      const format = formatOf(rest)
      delimiter = format.delimiter
      line = format.skipped
      rest = rest.slice(format.start)
    }
    const { records, end } = recordsOf(rest, delimiter, isEnd)
    rest = rest.slice(end)
    yield records.map((cells) => ({ line: (line += 1), cells }))
    if (rest.length > (isEnd ? 0 : maxLineLength)) throw quoteProblem(line + 1, rest)
  }
}

/** What separates the cells, by a first line such as sep=; or by the names of the columns: the cells below may hold any text. */
function formatOf(text: string): { delimiter: Delimiter; start: number; skipped: number } {
  const [line, sign] = /^"?sep=([^\r\n])"?[,;\t]*(?:\r\n|\n|\r|$)/i.exec(text) ?? []
  if (line !== undefined) {
    const delimiter = delimiters.find((known) => known === sign)
    if (!delimiter)
      throw new FileError('Line 1 names a separator other than comma, semicolon and tab. Use one of these.')
    return { delimiter, start: line.length, skipped: 1 }
  }
  const widths = delimiters.map((delimiter) => {
    const heading = recordsOf(text, delimiter, true).records.find((cells) => isFilled({ line: 0, cells }))
    return { delimiter, width: heading?.length ?? 0 }
  })
  const most = Math.max(...widths.map(({ width }) => width))
  const [best, other] = widths.filter(({ width }) => width === most)
  if (best && other && most > 1)
    throw new FileError(
      `The line with the column names does not tell whether ${names[best.delimiter]} or ${names[other.delimiter]} separate its cells. Say so in a line above it, such as sep=${best.delimiter === '\t' ? ';' : best.delimiter}`,
    )
  return { delimiter: best?.delimiter ?? ',', start: 0, skipped: 0 }
}

// NUL and replacement characters: bytes that are no text, or letters that were lost before.
const unreadable = /[\0\uFFFD]/

/** A line with a cell for each column. @throws FileError */
function checked({ line, cells }: CsvLine, headings: readonly string[]): CsvLine {
  if (cells.some((cell) => unreadable.test(cell)))
    throw new FileError(
      `Line ${String(line)} has characters that cannot be read. Save the file as “CSV UTF-8” and choose it again.`,
    )
  const named = headings.findLastIndex((heading) => cleanText(heading) !== '') + 1
  if (cells.length < named || cells.slice(headings.length).some((cell) => cleanText(cell) !== ''))
    throw new FileError(
      `Line ${String(line)} has ${counted(cells.length, 'cell')}, but the line with the column names has ${String(headings.length)}. Check its separators, quotation marks and line breaks.`,
    )
  return { line, cells: headings.map((_, place) => cells[place] ?? '') }
}

/**
 * Opens a CSV file: RFC 4180, and what spreadsheets write instead. Its cells stand between commas, semicolons or tabs, its
 * lines end in any way, in UTF-8, UTF-16 or Windows-1252. What cannot be read without doubt is rejected with its line.
 *
 * @throws FileError
 */
export async function openCsv(file: Blob): Promise<CsvFile> {
  const encoding = await encodingOf(file)
  async function* filled() {
    let headings: string[] | undefined
    for await (const some of linesOf(file, encoding)) {
      const kept = some.filter(isFilled)
      const head = (headings ??= kept[0]?.cells)
      if (head) yield kept.map((line) => checked(line, head))
    }
  }
  async function* lines() {
    let isFirst = true
    for await (const some of filled()) {
      yield isFirst ? some.slice(1) : some
      isFirst = false
    }
  }
  for await (const [head] of filled()) if (head) return { encoding, headings: head.cells, lines }
  return { encoding, headings: [], lines }
}
