import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
import { facades, federation, packages } from './shared.mjs'

export default (context, out) => ({
  context,
  mode: 'production',
  devtool: false,
  entry: {},
  output: { path: out, uniqueName: 'mf_partner', publicPath: 'auto', crossOriginLoading: 'anonymous' },
  plugins: [
    new ModuleFederationPlugin({ ...federation, shared: { ...packages, ...facades } }),
    new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
  ],
})
