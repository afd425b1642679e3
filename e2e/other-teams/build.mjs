import { rspack } from '@rspack/core'
import path from 'node:path'
import { build as vite } from 'vite'
import webpack from 'webpack'

// Builds the remote or the host of another team: node build.mjs remote webpack <folder>.
const [, , app = '', tool = '', out = ''] = process.argv
const { default: configOf } = await import(`./${app}/${tool}.config.mjs`)
const config = configOf(path.join(import.meta.dirname, app), out)

/** Runs a bundler with webpack's interface. */
const bundle = (bundler) =>
  new Promise((resolve, reject) => {
    bundler(config, (error, stats) => {
      if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString({ all: false, errors: true })))
      else resolve()
    })
  })

if (tool === 'vite') await vite(config)
else await bundle(tool === 'webpack' ? webpack : rspack)
