import { build } from 'esbuild'

/**
 * Writes a program for Node and everything that it imports into one file, so that it runs without sources and packages.
 * @param external packages that lie beside it, since they start files of their own
 * @throws BuildFailure
 */
export async function bundleServer(entry: string, outfile: string, external: string[]): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    external,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Some packages are CommonJS.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module';const require=requireFor(import.meta.url);",
    },
  })
}
