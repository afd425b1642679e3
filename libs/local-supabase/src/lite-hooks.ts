import { setExperimental, type App } from '@supabase/lite'
import { PostgresConnection } from '@supabase/lite/postgres'

// @supabase/lite is an alpha that documents no other way to these. Its contract tests find out when one changes; see
// decision 0065.

export type StorageAdapter = NonNullable<App['_storageAdapter']>

/** Starts the API with a storage for files, which is still behind a switch. */
export async function initWithStorage(app: App, storage: StorageAdapter): Promise<void> {
  app._storageAdapter = storage
  await app.init()
  // Switched on after init, which would otherwise print a warning at every start.
  setExperimental('storage', true)
}

/** A query of the Data API, parsed and not yet run. */
export type ParsedQuery = Parameters<PostgresConnection['onPostgrestAST']>[0]

/** A connection whose queries may be changed before they run. */
export abstract class HookedConnection extends PostgresConnection {
  /** @param prepare what the library does with a query before it runs */
  protected abstract beforeQuery(
    query: ParsedQuery,
    prepare: (query: ParsedQuery) => Promise<ParsedQuery>,
  ): Promise<ParsedQuery>

  override onPostgrestAST(query: ParsedQuery): Promise<ParsedQuery> {
    return this.beforeQuery(query, (changed) => super.onPostgrestAST(changed))
  }
}
