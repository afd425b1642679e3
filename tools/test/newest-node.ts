import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { command, root } from '../environment'
import { ensureNode, environmentOf, newestNode } from './node-binary'

// A step of `npm test`: the embedded backend's contract tests, and a purchase from a shop that runs on the newest Node.
command(() => {
  const binary = ensureNode(newestNode)
  const env = { ...process.env, ...environmentOf(binary) }
  const run = (tool: string, ...args: string[]) =>
    spawnSync(binary, [path.join(root, 'node_modules', tool), ...args], { cwd: root, env, stdio: 'inherit' })
      .status === 0
  const contract = run('vitest/vitest.mjs', 'run', '--project', 'contract', '--reporter=dot')
  const purchase = run(
    ...['@playwright/test/cli.js', 'test', '-c', 'e2e', 'journey.spec.ts', '--workers=1', '--reporter=list'],
    ...['--grep', 'a guest finds a product, pays'],
  )
  process.exit(contract && purchase ? 0 : 1)
})
