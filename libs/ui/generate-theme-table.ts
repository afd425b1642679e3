import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chakraTheme, globalStyles } from './src/style-engine/chakra-theme'
import { themeTable } from './src/style-engine/theme-table'

// Writes what pages read of the theme. Run it after a change in libs/ui/src/theme: npx tsx libs/ui/generate-theme-table.ts
const folder = path.join(import.meta.dirname, 'src/style-engine')
const { table, global, left } = themeTable(chakraTheme, globalStyles)
await writeFile(path.join(folder, 'theme-table.json'), `${JSON.stringify(table, null, 2)}\n`)
await writeFile(path.join(folder, 'global-styles.json'), `${JSON.stringify(global, null, 2)}\n`)
await writeFile(path.join(folder, 'left-out.json'), `${JSON.stringify(left, null, 2)}\n`)
