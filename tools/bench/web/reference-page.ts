import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { root } from '../../environment'
import { freePort } from '@shop/local-supabase/free-port'

// As sent, without compression: what crosses the wire is what counts.
const htmlBytes = 14 * 1024
const imageBytes = 40 * 1024

const filler = 'A still life of silk and glass beside a window, painted from life by candlelight. '

function html(): string {
  const page = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Reference page</title>
<style>body{margin:16px;font:16px/1.5 sans-serif}img{display:block;width:100%;aspect-ratio:4/5}</style></head><body><h1>Reference page</h1><img src="/image.webp" alt="" width="800" height="1000" fetchpriority="high">`
  return (
    page +
    `<p>${filler.repeat(Math.ceil((htmlBytes - page.length) / filler.length))}`.slice(
      0,
      htmlBytes - page.length,
    )
  )
}

/** A picture of the catalogue, filled up or cut to the reference page's weight: decoders ignore what follows the picture. */
function image(): Buffer {
  const picture = readFileSync(path.join(root, 'shell/media/riva-pebble-1-640.webp'))
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, imageBytes - picture.length))])
}

/** The least a page with one picture can be: 14 KB of HTML, one image of 40 KB, no script. */
export async function serveReferencePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bodies = new Map<string | undefined, [string, Buffer]>([
    ['/', ['text/html; charset=utf-8', Buffer.from(html())]],
    ['/image.webp', ['image/webp', image()]],
  ])
  const port = await freePort()
  const server = createServer((request, response) => {
    const [type, body] = bodies.get(request.url) ?? []
    if (!type) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type, 'content-length': body?.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}
