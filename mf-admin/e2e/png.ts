import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour. @param size width and height in pixels */
export function png(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size)
  header.writeUInt32BE(size, 4)
  header.set([8, 2], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, 120)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => line)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
