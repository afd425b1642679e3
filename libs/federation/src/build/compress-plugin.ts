import type { RsbuildPlugin } from '@rsbuild/core'
import { compressFolder } from './compress'

/** Compresses a finished build in place. */
export function pluginCompress(): RsbuildPlugin {
  return {
    name: 'shop-compress',
    setup(api) {
      api.onAfterBuild(() => compressFolder(api.context.distPath))
    },
  }
}
