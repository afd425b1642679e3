import { serve, type Rate } from './serving'

const routes = ['/', '/products', '/products/riva-pebble', '/categories/accessories']

/**
 * How kept pages are served. The time of the server's process is what counts: who asks shares the processors with it.
 * @param pid the web server's process
 */
export async function keptPages(base: string, pid: number, pages = 40_000): Promise<Rate> {
  const urlOf = (index: number) => base + (routes[index % routes.length] ?? '/')
  await serve(pid, urlOf, 4000)
  return serve(pid, urlOf, pages)
}
