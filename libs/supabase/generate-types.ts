import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startOwnTestBackend } from '@shop/local-supabase/in-process'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'

// `tsx libs/supabase/generate-types.ts` writes the types of the migrated database as the Supabase CLI would;
// with --check it changes nothing and fails when they are stale.
const file = fileURLToPath(new URL('./src/database.types.ts', import.meta.url))

async function generate(): Promise<string> {
  const backend = await startOwnTestBackend()
  try {
    const query = async (text: string) => ({ rows: [...(await backend.sql.unsafe(text))] })
    const metadata = await introspect({ query }, { includedSchemas: ['public'] })
    return await generateTypescript(sortGeneratorMetadata(metadata), {
      postgrestVersion: '13',
      detectOneToOneRelationships: true,
    })
  } finally {
    await backend.stop()
  }
}

async function main(): Promise<void> {
  const fresh = await generate()
  if (!process.argv.includes('--check')) {
    await writeFile(file, fresh)
  } else if ((await readFile(file, 'utf8')) !== fresh) {
    console.error('libs/supabase/src/database.types.ts is stale: run npx tsx libs/supabase/generate-types.ts')
    process.exitCode = 1
  }
}

void main()
