import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import type { RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { pluginCompress } from './compress-plugin'
import { pluginRelease } from './release-plugin'
import { sharedFor, type Role } from './shared'

/** What an app says of itself; everything else about its build is the same for all. */
export interface AppDefinition {
  /** Name of the app, which is also its folder and its name in a release set. */
  name: string
  /** Port of its development server. */
  port: number
  role: Role
  /** Paths of the shop that a remote serves, with everything below them ("/" is the home page alone). */
  mounts?: string[]
}

/** The global under which a remote's container announces itself. */
export function globalNameOf(name: string): string {
  return name.replaceAll('-', '_')
}

/**
 * The whole build of one app.
 *
 * A remote exposes exactly one module, `./routes`, and leaves `dist/releases/<version>/` behind; the host leaves
 * `dist/web/`.
 */
export function defineApp({ name, port, role, mounts = [] }: AppDefinition): RsbuildConfig {
  const remote = role === 'remote'
  return {
    source: { entry: remote ? {} : { index: './src/index.tsx' } },
    output: {
      distPath: { root: remote ? 'dist/build' : 'dist/web', js: 'js', jsAsync: 'js' },
      assetPrefix: remote ? 'auto' : '/assets/',
      legalComments: 'none',
      sourceMap: { js: false },
      manifest: !remote,
      dataUriLimit: 0,
    },
    server: { host: '127.0.0.1', port, strictPort: true, cors: { origin: /^http:\/\/(localhost|127\.0\.0\.1):\d+$/ } },
    dev: { assetPrefix: remote ? 'auto' : '/assets/', hmr: true, lazyCompilation: false, client: { port, host: '127.0.0.1' } },
    tools: {
      htmlPlugin: false,
      rspack: { output: { uniqueName: name }, node: { global: false } },
    },
    splitChunks: remote ? { preset: 'none' } : { preset: 'none' },
    performance: { printFileSize: false },
    plugins: [
      pluginReact({ splitChunks: false }),
      pluginModuleFederation({
        name: globalNameOf(name),
        filename: 'remoteEntry.js',
        ...(remote && { exposes: { './routes': './src/routes.tsx' }, manifest: true }),
        shared: sharedFor(role),
        dts: false,
        experiments: remote ? { externalRuntime: true } : { provideExternalRuntime: true },
      }),
      remote ? pluginRelease({ name, mounts }) : pluginCompress(),
    ],
  }
}
