import path from 'node:path'
import { command, root } from '../environment'
import { ensureNode, environmentOf, newestNode } from '../node-binary'
import { runCommand } from './run-command'

// A step of `npm test`: the embedded backend's contract tests, and a purchase from a shop that runs on the newest Node.
command(async () => {
  const binary = ensureNode(newestNode)
  const run = (tool: string, ...args: string[]) =>
    runCommand(binary, [path.join(root, 'node_modules', tool), ...args], 'live', environmentOf(binary))
  const contract = await run('vitest/vitest.mjs', 'run', '--project', 'contract', '--reporter=dot')
  const purchase = await run(
    ...['@playwright/test/cli.js', 'test', '-c', 'e2e', 'journey.spec.ts', '--workers=1', '--reporter=list'],
    ...['--grep', 'at a desk a guest finds a product, pays'],
  )
  process.exit(contract && purchase ? 0 : 1)
})
