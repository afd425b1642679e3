export { fakeSupabase, type FakeSupabase } from './fake-supabase'
export type { Row } from './query-rows'
export { rejection, unreachable } from './rejections'
export { renderApp, type RenderOptions } from './render-app'
export {
  sessionOf,
  shopper,
  storedSession,
  storedStaffSession,
  storeSession,
  storeStaffSession,
} from './session'
export { hurryTimers } from './hurry-timers'
