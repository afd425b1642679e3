import { FileError } from './file-error'

/** The encodings that spreadsheets write. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What staff should look at when a file's encoding was not certain; goes on from its name and size. */
export const encodingNote = (encoding: Encoding): string =>
  encoding === 'windows-1252'
    ? '. Its accents and signs are read as Excel for Windows writes them. If they look wrong, save it as “CSV UTF-8”.'
    : ''

/** A part of a file's text, and whether it is the last. */
interface Piece {
  text: string
  isEnd: boolean
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array | undefined> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new FileError('This file has changed or can no longer be read. Choose it again.')
      })
      yield value
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined) // a file that cannot be read cannot be closed either
  }
}

function wideEncoding([first, second]: readonly number[]): Encoding | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return undefined
}

// Windows-1252 gives these bytes no character.
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * How a file's characters are stored: as its byte order mark says, else UTF-8, else Windows-1252, as Excel for Windows saves
 * “CSV”. A file that is partly UTF-8 is taken for UTF-8, so that the reader rejects the line with the other bytes.
 *
 * @throws FileError
 */
export async function encodingOf(file: Blob): Promise<Encoding> {
  const start: number[] = []
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
  let isUtf8 = true
  let isWindows = true
  for await (const bytes of bytesOf(file)) {
    if (start.length < 2) start.push(...(bytes?.subarray(0, 2 - start.length) ?? []))
    const wide = start.length === 2 ? wideEncoding(start) : undefined
    if (wide) return wide
    try {
      if (isUtf8) strict.decode(bytes, { stream: bytes !== undefined })
    } catch {
      isUtf8 = false
    }
    isWindows &&=
      !/[^\0-\x7F\uFFFD]/.test(lenient.decode(bytes, { stream: bytes !== undefined })) &&
      !bytes?.some((byte) => unassigned.has(byte))
  }
  return isUtf8 || !isWindows ? 'utf-8' : 'windows-1252'
}

/** A file's text piece by piece, without a byte order mark. @throws FileError */
export async function* piecesOf(file: Blob, encoding: Encoding): AsyncGenerator<Piece> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of bytesOf(file)) {
    const isEnd = bytes === undefined
    yield { text: decoder.decode(bytes, { stream: !isEnd }), isEnd }
  }
}
