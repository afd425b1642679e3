import { packLib } from '@shop/federation/build'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readArguments } from '../arguments'
import { runMany } from '../build/nx'
import { command, root, UsageError } from '../environment'
import { facades } from '../facades'

// Packs the libs that a remote of another repository installs.
command(async () => {
  const { positionals } = readArguments({
    call: 'packages -- <folder>',
    does: 'Packs the shared libs with their types for remotes of other repositories.',
    most: 1,
  })
  const [folder] = positionals
  if (folder === undefined) throw new UsageError('Name a folder: npm run packages -- <folder>.')
  const projects = facades.map((lib) => `@shop/${lib}`).join(',')
  const { ok, text } = await runMany(['-t', 'typecheck', '-p', projects, '--outputStyle=static'], 'pipe')
  if (!ok) throw new UsageError(`The types of the libs are not right:\n${text}`)
  await mkdir(folder, { recursive: true })
  for (const lib of facades) console.log(await packLib(path.join(root, 'libs', lib), folder))
})
