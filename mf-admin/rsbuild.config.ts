import { defineApp } from '@shop/federation/build'
import { createRequire } from 'node:module'
import path from 'node:path'

const codeReaders = path.join(createRequire(import.meta.url).resolve('@zxing/library'), '../..')

export default defineApp({
  ...{ name: 'mf-admin', owner: 'back office', role: 'remote', mounts: ['/admin'] },
  withoutSideEffects: [codeReaders],
})
