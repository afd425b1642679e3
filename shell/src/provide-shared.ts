// Remotes bundle none of the shared libs, so the host must provide each of them.
// All are part of the shell's first file; a lib is evaluated when it is first imported.
const libs = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import('@shop/state'),
  () => import('@shop/settings'),
  () => import('@shop/pricing'),
  () => import('@shop/router'),
  () => import('@shop/router/exports-for-remotes'),
  () => import('@shop/supabase'),
  () => import('@shop/ui'),
  () => import('@shop/auth'),
  () => import('@shop/cart'),
  () => import('@shop/wishlist'),
]

/** Evaluates the shared libs. */
export async function provideLibs(): Promise<void> {
  for (const lib of libs) await lib()
}
