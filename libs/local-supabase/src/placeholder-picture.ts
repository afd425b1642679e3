import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Sql } from 'postgres'

export interface PlaceholderOptions {
  /** A superuser's connection. */
  sql: Sql
  /** Where the backend answers. */
  url: string
  secretKey: string
  /** A WebP file, stored under its name. */
  file: string
}

/**
 * Uploads what the back office shows for products without a picture, once per data folder; one that is deleted is not
 * uploaded again. Does nothing before the migration that creates the bucket `placeholders`.
 */
export async function storePlaceholderOnce({ sql, url, secretKey, file }: PlaceholderOptions): Promise<void> {
  const missing = await sql`
    select from storage.buckets where id = 'placeholders'
    and not exists (select from embedded.done where what = 'placeholder picture')`
  if (missing.length === 0) return
  const response = await fetch(`${url}/storage/v1/object/placeholders/${basename(file)}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'image/webp',
      'x-upsert': 'true',
    },
    body: new Uint8Array(await readFile(file)),
  })
  if (response.ok)
    await sql`insert into embedded.done (what) values ('placeholder picture') on conflict do nothing`
}
