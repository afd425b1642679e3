import { BackendError, createQueryClient, DataProvider, onFailure, useBackend } from '@shop/supabase'
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createStaffStore, type StaffState, type StaffStore } from './staff-store'

const StaffContext = createContext<StaffStore | null>(null)

/** Whether an answer says that session or rights are no longer what they were at the last check. */
const doubtsStaff = (error: unknown) =>
  error instanceof BackendError && (error.status === 401 || error.status === 403)

/**
 * The staff session of this browser, which is not that of the shop, with a backend and a query cache of its own:
 * everything below reads and writes as staff.
 */
export function StaffProvider({ children }: { children: ReactNode }) {
  const shop = useBackend()
  const [{ data, store }] = useState(() => {
    const queryClient = createQueryClient()
    return {
      data: { backend: shop.session('staff'), queryClient },
      store: createStaffStore(shop, () => {
        queryClient.clear()
      }),
    }
  })
  useEffect(() => store.follow(), [store])
  useEffect(
    () =>
      onFailure(data.queryClient, (error) => {
        if (doubtsStaff(error)) void store.check()
      }),
    [data, store],
  )
  return (
    <StaffContext value={store}>
      <DataProvider data={data}>{children}</DataProvider>
    </StaffContext>
  )
}

/** The sign-in of staff, signed in or not: for the guard, the sign-in page and whoever joins. */
export function useStaffSession(): { state: StaffState } & Pick<
  StaffStore,
  'signIn' | 'join' | 'signOut' | 'check'
> {
  const store = useContext(StaffContext)
  if (!store) throw new Error('useStaffSession needs a <StaffProvider> above it')
  const state = useSyncExternalStore(store.subscribe, store.state)
  return { state, signIn: store.signIn, join: store.join, signOut: store.signOut, check: store.check }
}
