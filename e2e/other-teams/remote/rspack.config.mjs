import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { SubresourceIntegrityPlugin } from '@rspack/core'
import { facades, federation, packages } from './shared.mjs'

export default (context, out) => ({
  context,
  mode: 'production',
  devtool: false,
  entry: {},
  output: { path: out, uniqueName: 'mf_partner', publicPath: 'auto', crossOriginLoading: 'anonymous' },
  plugins: [
    new ModuleFederationPlugin({ ...federation, shared: { ...packages, ...facades } }),
    new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false }),
  ],
})
