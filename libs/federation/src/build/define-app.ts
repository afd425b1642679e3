import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { rspack, type EnvironmentConfig, type RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { pluginCompress } from './compress-plugin'
import { contractEnvironment, pluginNeeds } from './needs-plugin'
import { pluginPages } from './pages-plugin'
import { pluginRelease } from './release-plugin'
import { pluginReproducible } from './reproducible-plugin'
import { globalNameOf } from '../store/global-name'
import { sharedFor, type Role } from './shared'

/** The parts of a build that differ between apps. */
export interface AppDefinition {
  /** Name of the app, which is also its folder and its name in a release set. */
  name: string
  /** The team that answers for it. */
  owner: string
  role: Role
  /** Path prefixes that a remote serves ("/" is the home page only). */
  mounts?: string[]
  /** Also builds a server bundle, so that the web server can render this app; without it only the browser renders it. */
  serverRendered?: boolean
  /** Puts what several pages import into one chunk, not a copy in each: smaller in all, where visitors open several pages. */
  sharesCode?: boolean
  /** Folders of packages whose unused modules are left out, though the packages do not say that this is safe. */
  withoutSideEffects?: string[]
}

// Code for the server is left out.
const browserOnly = { 'typeof document': JSON.stringify('object'), 'typeof window': JSON.stringify('object') }

const require = createRequire(import.meta.url)

/**
 * The runtime of Module Federation in ES modules, of which a build leaves out what nobody uses: its plugin names the CommonJS files
 * of the same packages, which weigh 9 KB more on each page.
 */
const runtimeAsModules = Object.fromEntries(
  [
    [require.resolve('@module-federation/runtime'), import.meta.resolve('@module-federation/runtime')],
    [
      require.resolve('@module-federation/webpack-bundler-runtime'),
      import.meta.resolve('@module-federation/webpack-bundler-runtime'),
    ],
    [
      require.resolve('@module-federation/inject-external-runtime-core-plugin'),
      import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'),
    ],
  ].map(([commonJs = '', module = '']) => [commonJs, fileURLToPath(module)]),
)

/** The browser build: the host's bundle, or a remote's container. */
function browserBuild(
  { name, role, withoutSideEffects = [] }: AppDefinition,
  command: string,
): EnvironmentConfig {
  const remote = role === 'remote'
  // The hash of a remote's entry, or the shell's, covers all its chunks: their hashes are in it, checked by the browser.
  const integrity = new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false })
  return {
    source: { entry: remote ? {} : { index: './src/index.ts' }, define: browserOnly },
    output: {
      target: 'web',
      // A folder of its own in development, which also writes its list of files: into a finished build, it would name what is not there.
      distPath: {
        root: command === 'build' ? (remote ? 'dist/build' : 'dist/web') : 'dist/dev',
        js: 'js',
        jsAsync: 'js',
      },
      // Found from the script's own address: the folder is named by the version, which follows from the files.
      assetPrefix: 'auto',
      legalComments: 'none',
      sourceMap: { js: false },
      manifest: !remote,
      dataUriLimit: 0,
      // Each has ES2022, all styles of the shop and its time limits of requests; others keep the server's pages.
      overrideBrowserslist: ['chrome >= 109', 'edge >= 109', 'firefox >= 115', 'safari >= 16.4'],
    },
    tools: {
      rspack: {
        // After this time a chunk that has not come counts as missing, in milliseconds.
        output: { uniqueName: name, crossOriginLoading: 'anonymous', chunkLoadTimeout: 15_000 },
        node: { global: false },
        resolve: { alias: runtimeAsModules },
        module: { rules: withoutSideEffects.map((include) => ({ include, sideEffects: false })) },
        plugins: command === 'build' ? [integrity] : [],
      },
    },
  }
}

const sharedAsExternals = () =>
  Object.fromEntries(Object.keys(sharedFor('remote')).map((shared) => [shared, `commonjs ${shared}`]))

/** The browser's code of a remote with the shared libs as externals, to find out which names it imports of them. */
function contractBuild(): EnvironmentConfig {
  return {
    source: { entry: { routes: './src/routes.tsx' }, define: browserOnly },
    output: {
      target: 'web',
      distPath: { root: 'dist/contract' },
      emitAssets: false,
      externals: sharedAsExternals(),
      sourceMap: { js: false },
      minify: false,
    },
    tools: {
      rspack: {
        output: { library: { type: 'commonjs2' }, asyncChunks: false },
        // An external that is concatenated with what imports it is not a module of its own in the bundler's account.
        optimization: { concatenateModules: false },
      },
    },
  }
}

/**
 * The server build: one CommonJS file. The host's contains every shared lib; a remote's requires them by name and gets
 * the host's instances, as in the browser.
 */
function serverBuild({ role }: AppDefinition): EnvironmentConfig {
  const remote = role === 'remote'
  return {
    source: { entry: remote ? { routes: './src/routes.tsx' } : { render: './src/server.tsx' } },
    output: {
      target: 'node',
      module: false,
      distPath: { root: 'dist/server' },
      filename: { js: '[name].cjs' },
      emitAssets: false,
      externals: remote ? sharedAsExternals() : [],
      legalComments: 'none',
      sourceMap: { js: false },
      minify: false,
    },
    tools: {
      rspack: {
        output: { library: { type: 'commonjs2' }, asyncChunks: false },
      },
    },
  }
}

/**
 * The Rsbuild configuration of one app.
 *
 * A remote exposes exactly one module, `./routes` with its fragments, and is built into `dist/releases/<version>/`; the host is built into
 * `dist/web/` and `dist/server/`.
 */
export function defineApp(app: AppDefinition): (call: { command: string }) => RsbuildConfig {
  const { name, owner, role, mounts = [], serverRendered = false, sharesCode = false } = app
  const remote = role === 'remote'
  return ({ command }) => ({
    server: {
      host: '127.0.0.1',
      strictPort: true,
      cors: { origin: /^http:\/\/(localhost|127\.0\.0\.1):\d+$/ },
    },
    dev: {
      assetPrefix: 'auto',
      hmr: true,
      lazyCompilation: false,
      client: { host: '127.0.0.1', port: '<port>' },
    },
    tools: { htmlPlugin: false },
    splitChunks: {
      preset: 'none',
      cacheGroups: {
        // All of the shell's start is one file: it is only ever replaced as a whole, and compresses better.
        ...(!remote && { default: false, defaultVendors: false }),
        ...(sharesCode && {
          // Chunks that few visits need stay apart.
          pages: {
            chunks: (chunk) => !chunk.name?.startsWith('rare-'),
            minChunks: 2,
            minSize: 0,
            name: 'shared',
          },
        }),
      },
    },
    performance: { printFileSize: false },
    plugins: [
      pluginReact({ splitChunks: false }),
      // Module Federation applies only to the environment called "web".
      pluginModuleFederation({
        name: globalNameOf(name),
        filename: 'remoteEntry.js',
        ...(remote && { exposes: { './routes': './src/routes.tsx' }, manifest: true }),
        shared: sharedFor(role),
        // "version-first" would fetch the entry of every remote before anything runs.
        shareStrategy: 'loaded-first',
        dts: false,
        // Remotes take the runtime's core from the host.
        experiments: remote
          ? { externalRuntime: true, optimization: { target: 'web', disableRemote: true } }
          : { provideExternalRuntime: true, optimization: { target: 'web' } },
      }),
      pluginReproducible(),
      pluginPages(remote ? './src/routes.tsx' : './src/information/routes.tsx'),
      ...(remote ? [pluginNeeds(), pluginRelease({ name, owner, mounts })] : [pluginCompress()]),
    ],
    environments: {
      web: browserBuild(app, command),
      ...(remote && command === 'build' && { [contractEnvironment]: contractBuild() }),
      ...(serverRendered && command === 'build' && { server: serverBuild(app) }),
    },
  })
}
