import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShop } from './shop-process'
import { keptPages } from './web/kept-pages'

const port = '3912'
const most = 0.33

/** Measures how kept pages are served and prints it. @returns whether one takes no more of a processor than promised */
export async function benchKept(): Promise<boolean> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-bench-'))
  const env = { PORT: port, BACKEND_PORT: '54912', DATA_DIR: dataDir, RELEASES: '', SUPABASE_URL: '' }
  const shop = await startShop(env)
  try {
    const { perSecond, p99, cpuMs } = await keptPages(`http://localhost:${port}`, shop.child.pid ?? 0)
    console.table({
      'pages a second, beside who asks': perSecond.toFixed(0),
      '99 of 100 within, ms': p99.toFixed(1),
      [`processor time for one, ms (${String(most)})`]: cpuMs.toFixed(3),
    })
    return cpuMs <= most
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
