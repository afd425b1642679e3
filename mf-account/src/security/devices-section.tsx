import { useAuth } from '@shop/auth'
import { useAppQuery, useBackend, useQueryClient } from '@shop/supabase'
import { Badge, Box, Button, HStack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { SettingsError, SettingsLoading } from '../settings/load-states'
import { Section } from '../settings/section'
import { deviceName } from './device-name'
import { endSession, sessionsQuery, type DeviceSession } from './read-sessions'

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** Where the account is signed in, with a way to end each, the others, or all. */
export function DevicesSection({ userId }: { userId: string }) {
  const { signOut } = useAuth()
  const db = useBackend()
  const queries = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<string | null>(null)
  const { data: devices, error, isFetching, refetch } = useAppQuery(sessionsQuery(userId), { staleMs: 0 })

  const run = async (what: string, work: () => Promise<void>, done: string) => {
    setBusy(what)
    try {
      await work()
      toast({ title: done, status: 'success' })
      await queries.invalidateQueries({ queryKey: ['sessions', userId] })
    } catch (problem) {
      toast({
        title: 'Error signing out',
        description: problem instanceof Error ? problem.message : undefined,
        status: 'error',
      })
    } finally {
      setBusy(null)
    }
  }
  const endOthers = async () => {
    const { error: rejected } = await (await db.auth()).signOut({ scope: 'others' })
    if (rejected) throw rejected
  }
  const endAll = async () => {
    await endOthers()
    await signOut()
  }
  const others = devices?.filter(({ is_current: isCurrent }) => !isCurrent) ?? []
  return (
    <Section
      title="Devices"
      text="Where you’re signed in. A browser you sign out is signed out the next time it’s used."
    >
      {error && !devices ? (
        <SettingsError
          title="Your devices could not be loaded"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !devices ? (
        <SettingsLoading label="Loading devices" rows={2} />
      ) : (
        <Box as="ul" aria-label="Devices" display="grid" listStyleType="none" padding="0" margin="0">
          {devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              busy={busy === device.id}
              onEnd={() => void run(device.id, () => endSession(db, device.id), 'Device signed out')}
            />
          ))}
        </Box>
      )}
      <HStack gap=".75rem" flexWrap="wrap">
        {others.length > 0 && (
          <Button
            variant="quiet"
            busy={busy === 'others'}
            busyLabel="Signing out..."
            onClick={() => void run('others', endOthers, 'All other devices are signed out')}
          >
            Sign out all others
          </Button>
        )}
        <Button
          variant="quiet"
          busy={busy === 'all'}
          busyLabel="Signing out..."
          onClick={() => void run('all', endAll, 'Signed out successfully')}
        >
          Sign out everywhere
        </Button>
      </HStack>
    </Section>
  )
}

function Device({ device, busy, onEnd }: { device: DeviceSession; busy: boolean; onEnd: () => void }) {
  const name = deviceName(device.user_agent)
  return (
    <Box
      as="li"
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      alignItems="center"
      gap=".5rem 1.5rem"
      borderTop="1px solid {colors.line}"
      paddingBlock=".9rem"
    >
      <Box minWidth="0">
        <Text fontWeight={500}>{name}</Text>
        <Text textStyle="small" color="muted">
          Signed in on {moment.format(new Date(device.created_at))}
          {device.seen_at !== device.created_at && `, last used ${moment.format(new Date(device.seen_at))}`}
        </Text>
      </Box>
      {device.is_current ? (
        <Badge status="positive">This device</Badge>
      ) : (
        <Button
          variant="text"
          aria-label={`Sign out ${name}, signed in on ${moment.format(new Date(device.created_at))}`}
          busy={busy}
          busyLabel="Signing out..."
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </Box>
  )
}
