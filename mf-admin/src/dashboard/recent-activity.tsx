import { BackendError } from '@shop/supabase'
import { Badge, Panel, type BadgeStatus } from '@shop/ui'
import type { ReactNode } from 'react'
import { RoleBadge } from '../frame/layout/role-badge'
import { NoticeLine } from './notice-line'

/** The state of the backend after its last request. */
export type Health = 'checking' | 'working' | 'database silent' | 'unreachable'

/** @param answered true when the figures have loaded; @param error of the last request */
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

interface RecentActivityProps {
  health: Health
  role: string
  /** What happened last, below the state. */
  children?: ReactNode
}

/** The state of the system, by the backend's last response, and what happened last. */
export function RecentActivity({ health, role, children }: RecentActivityProps) {
  const [systemLabel, systemStatus] = system[health]
  const [databaseLabel, databaseStatus] = database[health]
  return (
    <Panel flush title="Recent Activity">
      <dl aria-live="polite">
        <Row name="System Status">
          <Badge status={systemStatus}>{systemLabel}</Badge>
        </Row>
        <Row name="Database">
          <Badge status={databaseStatus}>{databaseLabel}</Badge>
        </Row>
        <Row name="Admin Session">
          <RoleBadge role={role} />
        </Row>
      </dl>
      {children}
    </Panel>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <NoticeLine as="div" minHeight="48px">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </NoticeLine>
  )
}
