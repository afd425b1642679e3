import { spawnSync } from 'node:child_process'
import { readArguments } from '../arguments'
import { command, root, UsageError } from '../environment'
import { ensureNode, environmentOf, versionOf } from './node-binary'

command(() => {
  const { positionals: versions } = readArguments({
    call: 'test:node -- <version> …',
    does: 'Tests with versions of Node, such as 22 24 26.',
    most: Number.POSITIVE_INFINITY,
  })
  if (versions.length === 0 || !versions.every((version) => /^\d+(\.\d+){0,2}$/.test(version)))
    throw new UsageError('Name the versions of Node to test with: npm run test:node -- 22 24 26')
  const results: { line: string; ok: boolean }[] = []
  for (const binary of versions.map(ensureNode)) {
    const from = performance.now()
    const env = { ...process.env, ...environmentOf(binary) }
    const { status } = spawnSync(binary, ['tools/run.mjs', 'test'], { cwd: root, env, stdio: 'inherit' })
    const ok = status === 0
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    results.push({ ok, line: `Node ${String(versionOf(binary))}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)` })
  }
  console.log(results.map(({ line }) => line).join('\n'))
  process.exit(results.every(({ ok }) => ok) ? 0 : 1)
})
