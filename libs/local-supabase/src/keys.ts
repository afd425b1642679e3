import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { generateApiKey } from '@supabase/lite'
import * as v from 'valibot'
import { hasCode, StartError } from './start-error'

const keysSchema = v.object({
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  publishableKey: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  secretKey: v.pipe(v.string(), v.startsWith('sb_secret_')),
})

export type Keys = v.InferOutput<typeof keysSchema>

/**
 * The secrets of one data folder: read, or made once (readable by the owner alone).
 * @throws StartError when the file exists but is not what was written.
 */
export async function loadKeys(file: string): Promise<Keys> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw new StartError(`${file} cannot be read: check its owner and mode.`)
    return makeKeys(file)
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), keysSchema), text)
  if (!parsed.success)
    throw new StartError(
      `${file} is damaged: restore it, or delete it to get new keys (everyone is signed out).`,
    )
  await chmod(file, 0o600)
  return parsed.output
}

async function makeKeys(file: string): Promise<Keys> {
  const [publishable, secret] = await Promise.all([generateApiKey('publishable'), generateApiKey('secret')])
  const keys: Keys = {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: publishable.key,
    secretKey: secret.key,
  }
  // On a full disk no half of it stays.
  await writeFile(`${file}.next`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.next`, file)
  return keys
}
