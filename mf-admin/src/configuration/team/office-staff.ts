import { queryOptions, row, useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { errorWords } from '../../kit/error-words'
import { staffRoles, type StaffRole } from '../../frame/staff/role-words'
import { useRefresh } from '../../frame/staff/use-refresh'

/** A present or former member of staff. */
export interface Member {
  id: string
  userId: string
  name: string
  email: string
  role: StaffRole
  isActive: boolean
  /** The last time that the back office was opened; null if never. */
  lastSignIn: Date | null
  /** Whether signing in also asks for the code of an authenticator app. */
  hasSecondFactor: boolean
}

/** Somebody who is invited and has not joined. */
export interface OpenInvitation {
  id: string
  name: string
  email: string
  role: StaffRole
  sentAt: Date
  expiresAt: Date
  /** Of the newest email: 'pending', 'sent' or 'failed'; null once it is forgotten. */
  mail: string | null
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

const memberSchema = v.pipe(
  v.object({
    id: v.string(),
    user_id: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    email: v.nullable(v.string()),
    role: v.picklist(staffRoles),
    is_active: v.boolean(),
    last_login_at: v.nullable(v.string()),
    has_second_factor: v.optional(v.boolean(), false),
  }),
  v.transform((member): Member => ({
    id: member.id,
    userId: member.user_id,
    name: nameOf(member) || 'Staff',
    email: member.email ?? '',
    role: member.role,
    isActive: member.is_active,
    lastSignIn: member.last_login_at === null ? null : new Date(member.last_login_at),
    hasSecondFactor: member.has_second_factor,
  })),
)

const invitationSchema = v.pipe(
  v.object({
    id: v.string(),
    email: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    role: v.picklist(staffRoles),
    sent_at: v.string(),
    expires_at: v.string(),
    mail_status: v.nullable(v.string()),
  }),
  v.transform((invitation): OpenInvitation => ({
    id: invitation.id,
    name: nameOf(invitation),
    email: invitation.email,
    role: invitation.role,
    sentAt: new Date(invitation.sent_at),
    expiresAt: new Date(invitation.expires_at),
    mail: invitation.mail_status,
  })),
)

const staffSchema = v.object({ members: v.array(memberSchema), invitations: v.array(invitationSchema) })

/** Everybody who works here or did, and everybody who is invited. Needs the right 'staff'. */
export const officeStaffQuery = queryOptions({
  key: ['office-staff'],
  queryFn: async (db, signal) => v.parse(staffSchema, await row(db.rpc('office_staff').abortSignal(signal))),
})

/** What an invitation is made of. */
export interface Invite {
  email: string
  first_name: string
  last_name: string
  role: StaffRole
}

/** Invites somebody by email; the list is read again. Throws a BackendError that names the rejected field. */
export function useInvite() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, fields: Invite) => {
      await row(db.rpc('invite_staff', { p_fields: { ...fields } }))
    },
    onSettled: () => refresh('staff'),
  })
}

/** Changes the role of a member. Throws a BackendError with the reason. */
export function useSetRole() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, { id, role }: { id: string; role: StaffRole }) => {
      await row(db.rpc('set_staff', { p_id: id, p_role: role }))
    },
    onSettled: () => refresh('staff'),
  })
}

/** A change that is one press: says how it went, and reads the list again. */
function usePress<Input>(
  act: (db: Backend, input: Input) => Promise<void>,
  { success, failure }: { success: (input: Input) => string; failure: string },
) {
  const refresh = useRefresh()
  const toast = useToast()
  return useAppMutation({
    mutationFn: act,
    onSuccess: (_done, input: Input) =>
      toast({ title: 'Success', description: success(input), status: 'success' }),
    onError: (error) => {
      console.error(error)
      toast({ title: 'Error', description: errorWords(error, failure), status: 'error' })
    },
    onSettled: () => refresh('staff', 'mail'),
  })
}

/** Ends or restores the access of a member. */
export const useSetActive = () =>
  usePress<{ member: Member; isActive: boolean }>(
    async (db, { member, isActive }) => {
      await row(db.rpc('set_staff', { p_id: member.id, p_active: isActive }))
    },
    {
      success: ({ member, isActive }) =>
        isActive ? `${member.name} has access again.` : `${member.name} no longer has access.`,
      failure: 'The access was not changed.',
    },
  )

/** Takes the second factor of a member away, who has lost it: they sign in with the password, and set one up again. */
export const useResetSecondFactor = () =>
  usePress<Member>(
    async (db, { id }) => {
      await row(db.rpc('remove_second_factor', { p_id: id }))
    },
    {
      success: ({ name }) => `${name} is signed out everywhere and signs in without a code now.`,
      failure: 'The two-factor sign-in was not reset.',
    },
  )

/** Sends an invitation again, with a new link. */
export const useResend = () =>
  usePress<OpenInvitation>(
    async (db, { id }) => {
      await row(db.rpc('resend_invitation', { p_id: id }))
    },
    {
      success: ({ email }) => `A new link goes to ${email}. The one before no longer works.`,
      failure: 'The invitation could not be sent again.',
    },
  )

/** Withdraws an invitation: its link no longer works. */
export const useWithdraw = () =>
  usePress<OpenInvitation>(
    async (db, { id }) => {
      await row(db.rpc('withdraw_invitation', { p_id: id }))
    },
    {
      success: ({ email }) => `The invitation to ${email} is withdrawn.`,
      failure: 'The invitation was not withdrawn.',
    },
  )
