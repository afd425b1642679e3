import type { APIRequestContext } from '@playwright/test'
import { staffSession, type StaffRole } from './steps'

/** The response of the shop's API. */
interface StaffResponse {
  status: number
  /** The words of a rejection; empty for anything else. */
  message: string
}

/** Calls the API as a member of staff, past every screen. */
export type StaffCall = (method: string, path: string, data?: object) => Promise<StaffResponse>

/** Signs demo staff of a role in, for calls. @returns a function for paths such as `rpc/save_category` */
export async function staffCalls(request: APIRequestContext, role: StaffRole): Promise<StaffCall> {
  const { session, supabaseUrl, supabaseKey } = await staffSession(request, role)
  const { access_token: token }: { access_token: string } = JSON.parse(session)
  return async (method, path, data) => {
    const response = await request.fetch(`${supabaseUrl}/rest/v1/${path}`, {
      method,
      headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
      ...(data && { data }),
    })
    const body: { message?: string } = response.ok() ? {} : await response.json()
    return { status: response.status(), message: body.message ?? '' }
  }
}
