import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'

const names = ['settings', 'pricing', 'state', 'supabase', 'router', 'ui', 'auth', 'cart', 'wishlist']
const shared = Object.fromEntries(
  ['react', 'react/jsx-runtime', 'react-dom', ...names.map((name) => `@shop/${name}`)].map((name) => [
    name,
    { singleton: true, eager: true },
  ]),
)

export default (context, out) => ({
  context,
  mode: 'production',
  devtool: false,
  performance: false,
  entry: './src/host.jsx',
  output: { path: out, uniqueName: 'partner_host', publicPath: 'auto' },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.jsx'] },
  module: {
    rules: [
      {
        test: /\.[jt]sx?$/,
        exclude: /node_modules/,
        loader: 'builtin:swc-loader',
        options: { detectSyntax: 'auto', jsc: { transform: { react: { runtime: 'automatic' } } } },
        type: 'javascript/auto',
      },
    ],
  },
  plugins: [
    new ModuleFederationPlugin({
      name: 'partner_host',
      remotes: { mf_account: 'mf_account@/mf-account/mf-manifest.json' },
      shared,
      dts: false,
      experiments: { provideExternalRuntime: true },
    }),
    new rspack.HtmlRspackPlugin({ templateContent: '<!doctype html><div id="root"></div>' }),
  ],
})
