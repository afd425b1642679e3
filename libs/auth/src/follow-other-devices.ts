import { BackendError, onFailure, type DataContextValue } from '@shop/supabase'

/**
 * Asks whether the session is still good whenever the visitor comes back to the tab or the backend rejects it, since another device
 * may have ended it. One that is not is removed, of which the client tells the whole browser. While the backend cannot be reached nothing changes.
 * @returns stops asking
 */
export function followOtherDevices({ backend, queryClient }: DataContextValue): () => void {
  let asking = false
  const ask = async () => {
    if (asking || document.visibilityState === 'hidden' || !backend.hasSession()) return
    asking = true
    try {
      const auth = await backend.auth()
      const { error } = await auth.getUser()
      if (error && (error.status === 401 || error.status === 403)) await auth.signOut({ scope: 'local' })
    } catch {
      // asked again the next time
    } finally {
      asking = false
    }
  }
  const onReturn = () => void ask()
  addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  const stopWatching = onFailure(queryClient, (error) => {
    if (error instanceof BackendError && error.status === 401) void ask()
  })
  return () => {
    stopWatching()
    removeEventListener('focus', onReturn)
    document.removeEventListener('visibilitychange', onReturn)
  }
}
