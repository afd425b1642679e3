import { BackendError } from '@shop/supabase'
import { Badge, chakra, Panel, type BadgeStatus } from '@shop/ui'
import type { ReactNode } from 'react'
import { RoleBadge } from '../layout/role-badge'

/** What the last request to the backend told about it. */
export type Health = 'checking' | 'working' | 'database silent' | 'unreachable'

/** @param answered true when the figures came; @param error why they did not */
export function healthOf(answered: boolean, error: unknown): Health {
  if (error) return error instanceof BackendError && error.status === 0 ? 'unreachable' : 'database silent'
  return answered ? 'working' : 'checking'
}

const system: Record<Health, [string, BadgeStatus]> = {
  checking: ['Checking', 'outline'],
  working: ['Online', 'positive'],
  'database silent': ['Online', 'positive'],
  unreachable: ['Offline', 'danger'],
}

const database: Record<Health, [string, BadgeStatus]> = {
  checking: ['Checking', 'outline'],
  working: ['Active', 'positive'],
  'database silent': ['Not answering', 'danger'],
  unreachable: ['Unknown', 'outline'],
}

/** How the house stands, by the backend's own last answer. */
export function RecentActivity({ health, role }: { health: Health; role: string }) {
  const [systemWord, systemStatus] = system[health]
  const [databaseWord, databaseStatus] = database[health]
  return (
    <Panel flush title="Recent Activity">
      <dl aria-live="polite">
        <Row name="System Status">
          <Badge status={systemStatus}>{systemWord}</Badge>
        </Row>
        <Row name="Database">
          <Badge status={databaseStatus}>{databaseWord}</Badge>
        </Row>
        <Row name="Admin Session">
          <RoleBadge role={role} />
        </Row>
      </dl>
    </Panel>
  )
}

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '.4rem 1rem',
    minHeight: '48px',
    padding: '.7rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Line>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Line>
  )
}
