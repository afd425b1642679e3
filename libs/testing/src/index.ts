export { fakeSupabase, type FakeSupabase } from './fake-supabase'
export { refusal, unreachable } from './refusals'
export { renderApp, type RenderOptions } from './render-app'
export { shopper, storedSession, storeSession } from './session'
