import { existsSync, readdirSync, rmSync } from 'node:fs'
import { command, ensureFree, readEnvironment, UsageError } from './environment'

command(async () => {
  const { dataDir, backendPort, external } = readEnvironment()
  if (external)
    throw new UsageError('SUPABASE_URL is set: reset empties the embedded data alone. Unset it first.')
  await ensureFree('BACKEND_PORT', backendPort).catch(() => {
    throw new UsageError(`The shop seems to be running (port ${String(backendPort)}): stop it, then reset.`)
  })
  const ours =
    !existsSync(dataDir) || readdirSync(dataDir).every((name) => name !== '.git' && name !== 'package.json')
  if (!ours) throw new UsageError(`DATA_DIR ${dataDir} holds more than the shop's data: empty it by hand.`)
  rmSync(dataDir, { recursive: true, force: true })
  console.log(`Emptied ${dataDir}. The next start begins with the seed.`)
})
