import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Button, EmptyState, Grid, Heading, Icon, PageHeader } from '@shop/ui'
import Mail from 'lucide-react/icons/mail'
import MailX from 'lucide-react/icons/mail-x'
import Shield from 'lucide-react/icons/shield'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserCheck from 'lucide-react/icons/user-check'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import { useMemo, useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { DataTable } from '../../kit/data-table'
import { MenuButton } from '../../kit/menu-button'
import { useStaff } from '../../frame/staff/use-staff'
import { invitationColumns } from './invitation-columns'
import { InviteForm } from './invite-form'
import { memberColumns } from './member-columns'
import {
  officeStaffQuery,
  useResend,
  useResetSecondFactor,
  useSetActive,
  useWithdraw,
  type Member,
  type OpenInvitation,
} from './office-staff'
import { RoleForm } from './role-form'

/** The search parameter that opens the invitation's form. */
const param = 'invite'
const idOf = ({ id }: { id: string }) => id

/** The members of staff with their roles, and the invitations. */
export function Component() {
  const { userId } = useStaff()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useAppQuery(officeStaffQuery)
  const [search, setSearch] = useSearchParams()
  const [changed, setChanged] = useState<Member | null>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const [lost, setLost] = useState<Member | null>(null)
  const [withdrawn, setWithdrawn] = useState<OpenInvitation | null>(null)
  const { mutate: setActive, isPending: isEnding } = useSetActive()
  const { mutate: resetFactor, isPending: isResetting } = useResetSecondFactor()
  const { mutate: resend } = useResend()
  const { mutate: withdraw, isPending: isWithdrawing } = useWithdraw()
  const setInviting = (isInviting: boolean) =>
    setSearch(isInviting ? { [param]: 'new' } : {}, { preventScrollReset: true })
  const members = useMemo(
    () =>
      memberColumns(userId, (member) =>
        // Nobody changes themselves.
        member.userId === userId ? null : (
          <MenuButton
            label={`More for ${member.name}`}
            items={[
              { label: 'Change role', icon: Shield, onChoose: () => setChanged(member) },
              ...(member.hasSecondFactor
                ? [{ label: 'Reset two-factor sign-in', icon: ShieldOff, onChoose: () => setLost(member) }]
                : []),
              member.isActive
                ? { label: 'End access', icon: UserX, danger: true, onChoose: () => setLeaving(member) }
                : {
                    label: 'Restore access',
                    icon: UserCheck,
                    onChoose: () => setActive({ member, isActive: true }),
                  },
            ]}
          />
        ),
      ),
    [userId, setActive],
  )
  const invitations = useMemo(
    () =>
      invitationColumns(dataUpdatedAt, (invitation) => (
        <MenuButton
          label={`More for ${invitation.email}`}
          items={[
            { label: 'Send again', icon: Mail, onChoose: () => resend(invitation) },
            { label: 'Withdraw', icon: MailX, danger: true, onChoose: () => setWithdrawn(invitation) },
          ]}
        />
      )),
    [dataUpdatedAt, resend],
  )
  const active = data?.members.filter(({ isActive }) => isActive).length
  return (
    <>
      <PageHead title="Staff" description="Restricted access only" noindex />
      <PageHeader
        title="Staff"
        text={active === undefined ? 'Loading' : `${active.toLocaleString('en-GB')} with access`}
        aside={
          <Button onClick={() => setInviting(true)}>
            <Icon as={UserPlus} size="s" />
            Invite staff
          </Button>
        }
      />
      <Grid gap="1.5rem">
        <DataTable
          label="Staff"
          columns={members}
          rows={data?.members}
          rowId={idOf}
          error={error && !data ? 'The staff could not be loaded' : null}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          emptyState={<EmptyState title="Nobody works here" />}
        />
        {data && data.invitations.length > 0 && (
          <Grid gap=".9rem">
            <Heading level={2} look="h3">
              Invited, not yet joined
            </Heading>
            <DataTable
              label="Invitations"
              columns={invitations}
              rows={data.invitations}
              rowId={idOf}
              emptyState={null}
            />
          </Grid>
        )}
      </Grid>
      {search.get(param) !== null && <InviteForm onClose={() => setInviting(false)} />}
      {changed && <RoleForm member={changed} onClose={() => setChanged(null)} />}
      {leaving && (
        <ConfirmDialog
          open
          title="End access"
          confirmLabel="End access"
          danger
          busy={isEnding}
          busyLabel="Ending..."
          onConfirm={() =>
            setActive({ member: leaving, isActive: false }, { onSettled: () => setLeaving(null) })
          }
          onClose={() => setLeaving(null)}
        >
          {leaving.name} can do nothing here from now on, is signed out everywhere, and the invitations that
          they sent are withdrawn. You can restore the access later.
        </ConfirmDialog>
      )}
      {lost && (
        <ConfirmDialog
          open
          title="Reset two-factor sign-in"
          confirmLabel="Reset"
          danger
          busy={isResetting}
          busyLabel="Resetting..."
          onConfirm={() => resetFactor(lost, { onSettled: () => setLost(null) })}
          onClose={() => setLost(null)}
        >
          For somebody who has lost their authenticator app. Make sure that it is {lost.name} who asks: from
          now on the password alone signs them in, until they set up two-factor sign-in again.
        </ConfirmDialog>
      )}
      {withdrawn && (
        <ConfirmDialog
          open
          title="Withdraw invitation"
          confirmLabel="Withdraw"
          danger
          busy={isWithdrawing}
          busyLabel="Withdrawing..."
          onConfirm={() => withdraw(withdrawn, { onSettled: () => setWithdrawn(null) })}
          onClose={() => setWithdrawn(null)}
        >
          The link that {withdrawn.email} got no longer works. You can invite them again.
        </ConfirmDialog>
      )}
    </>
  )
}
