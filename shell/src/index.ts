import { provideLibs } from './provide-shared'

async function run() {
  await provideLibs()
  const { start } = await import(/* webpackMode: "eager" */ './start')
  await start()
}

run().catch((error: unknown) => {
  console.error(error)
})
