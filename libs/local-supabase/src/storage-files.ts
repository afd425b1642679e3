import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { StorageAdapter } from './lite-hooks'

type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>
type UploadBody = Parameters<StorageAdapter['uploadObject']>[3]

const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    mimetype: v.string(),
    cacheControl: v.string(),
    size: v.number(),
    eTag: v.string(),
    modified: v.string(),
  }),
)
type Note = v.InferOutput<typeof noteSchema>

/**
 * Stores uploaded objects as files below one folder. Names are hashes of bucket and key, so that no key can point
 * outside the folder or be too long for a file name; a note beside each file holds its type.
 */
export class FileStorage implements StorageAdapter {
  readonly driver = undefined

  constructor(private readonly folder: string) {}

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: UploadBody,
    mimetype: string,
    cacheControl: string,
  ): Promise<ObjectMetadata> {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer())
    const eTag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
    const note: Note = {
      mimetype,
      cacheControl,
      size: bytes.byteLength,
      eTag,
      modified: new Date().toISOString(),
    }
    const path = this.pathOf(bucket, key)
    await mkdir(dirname(path), { recursive: true })
    await replace(path, bytes)
    await replace(`${path}.json`, JSON.stringify(note))
    return describe(note)
  }

  async getObject(bucket: string, key: string): ReturnType<StorageAdapter['getObject']> {
    const note = await this.note(bucket, key)
    return { metadata: describe(note), httpStatusCode: 200, body: await readFile(this.pathOf(bucket, key)) }
  }

  async headObject(bucket: string, key: string): Promise<ObjectMetadata> {
    return describe(await this.note(bucket, key))
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    const path = this.pathOf(bucket, key)
    await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })])
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)))
  }

  async copyObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    toBucket: string,
    toKey: string,
  ): ReturnType<StorageAdapter['copyObject']> {
    const { eTag, lastModified } = await this.headObject(bucket, key)
    const target = this.pathOf(toBucket, toKey)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(this.pathOf(bucket, key), target)
    await copyFile(`${this.pathOf(bucket, key)}.json`, `${target}.json`)
    return { httpStatusCode: 200, eTag, lastModified }
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return pathToFileURL(this.pathOf(bucket, key)).href
  }

  private pathOf(bucket: string, key: string): string {
    const name = createHash('sha256').update(`${bucket}/${key}`).digest('hex')
    return join(this.folder, name.slice(0, 2), name)
  }

  private async note(bucket: string, key: string): Promise<Note> {
    return v.parse(noteSchema, await readFile(`${this.pathOf(bucket, key)}.json`, 'utf8'))
  }
}

/** Replaces a file atomically. */
async function replace(path: string, content: Uint8Array | string): Promise<void> {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await writeFile(draft, content)
  await rename(draft, path)
}

function describe(note: Note): ObjectMetadata {
  const { mimetype, cacheControl, size, eTag, modified } = note
  return {
    mimetype,
    cacheControl,
    size,
    contentLength: size,
    eTag,
    lastModified: new Date(modified),
    httpStatusCode: 200,
  }
}
