import { provideLibs } from './provide-shared'

async function run() {
  await provideLibs()
  const { start } = await import(/* webpackMode: "eager" */ './start')
  await start()
}

run().catch((error: unknown) => {
  console.error(error)
  // What the page's first script holds is better done by the browser's own means than never.
  document.dispatchEvent(new Event('shop-ready'))
})
