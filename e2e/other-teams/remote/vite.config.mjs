import { federation as pluginFederation } from '@module-federation/vite'
import { federation, packages } from './shared.mjs'

export default (root, out) => ({
  root,
  configFile: false,
  logLevel: 'error',
  base: './',
  build: { outDir: out, target: 'chrome109', emptyOutDir: true },
  plugins: [
    pluginFederation({
      ...federation,
      exposes: { './routes': './src/routes-of-module.js' },
      manifest: true,
      shared: { ...packages, 'react-router-dom': { singleton: true, requiredVersion: '^7.0.0' } },
    }),
  ],
})
