import { parts } from '@shop/ui/parts'

// A remote brings none of the shared libs: each must be in the host once, or the remote cannot start.
// All of them are in the shell's first file; a lib runs when it is first imported.
const libs = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import('@shop/state'),
  () => import('@shop/settings'),
  () => import('@shop/pricing'),
  () => import('@shop/router'),
  () => import('@shop/supabase'),
  ...parts,
  () => import('@shop/ui'),
  () => import('@shop/auth'),
  () => import('@shop/cart'),
  () => import('@shop/wishlist'),
]

const aBreath = () =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** Runs the shared libs one after another, and lets the browser answer the visitor in between. */
export async function provideLibs(): Promise<void> {
  for (const lib of libs) {
    await lib()
    await aBreath()
  }
}
