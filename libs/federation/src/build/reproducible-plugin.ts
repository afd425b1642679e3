import type { RsbuildPlugin } from '@rsbuild/core'

/**
 * Makes a build the same in every folder: modules and chunks are numbered in the order of their imports. Ids by name would follow
 * from absolute paths, by which Module Federation knows its virtual entry and the modules that provide shared libs.
 */
export function pluginReproducible(): RsbuildPlugin {
  return {
    name: 'shop-reproducible',
    setup(api) {
      api.modifyRspackConfig((config) => {
        config.optimization = { ...config.optimization, moduleIds: 'natural', chunkIds: 'natural' }
      })
    },
  }
}
