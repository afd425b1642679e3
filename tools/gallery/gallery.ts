import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { readArguments } from '../arguments'
import { command } from '../environment'

const bin = createRequire(import.meta.url).resolve('storybook/internal/bin/dispatcher')

// Shows the components with their stories, from source. Storybook sends nothing and asks for no newer version.
command(async () => {
  readArguments({ call: 'gallery', does: 'Shows the components with their stories, from source.' })
  const quiet = ['--disable-telemetry', '--no-version-updates', '--ci']
  const args = [
    bin,
    'dev',
    '-c',
    import.meta.dirname,
    '-h',
    '127.0.0.1',
    '-p',
    process.env.PORT ?? '6006',
    ...quiet,
  ]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
})
