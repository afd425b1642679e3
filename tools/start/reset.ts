import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readArguments } from '../arguments'
import { command, readEnvironment, UsageError } from '../environment'
import { ensureFree } from '../preconditions'

command(async () => {
  readArguments({
    call: 'reset',
    does: 'Empties the data of the embedded backend while the shop is stopped.',
  })
  const { dataDir, releases, backendPort, external } = readEnvironment()
  if (external)
    throw new UsageError('SUPABASE_URL is set: reset empties the embedded data alone. Unset it first.')
  await ensureFree('BACKEND_PORT', backendPort).catch(() => {
    throw new UsageError(`The shop seems to be running (port ${String(backendPort)}): stop it, then reset.`)
  })
  const ours =
    !existsSync(dataDir) || readdirSync(dataDir).every((name) => name !== '.git' && name !== 'package.json')
  if (!ours) throw new UsageError(`DATA_DIR ${dataDir} holds more than the shop's data: empty it by hand.`)
  // Releases are no data of the backend, and other shops may use the store.
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : [])
    if (path.join(dataDir, name) !== releases)
      rmSync(path.join(dataDir, name), { recursive: true, force: true })
  console.log(`Emptied ${dataDir}. The next start begins with the seed.`)
})
