interface Plugin {
  name: string
  createScript?: (input: { url: string }) => HTMLScriptElement | undefined
}
interface Remote {
  name: string
  entry: string
  entryGlobalName: string
}
export function registerPlugins(added: readonly Plugin[]): void
export function registerRemotes(added: readonly Remote[], options?: { force?: boolean }): void
export function loadRemote(id: string): Promise<unknown>
