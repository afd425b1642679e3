import { Badge, Icon, type IconComponent } from '@shop/ui'
import Crown from 'lucide-react/icons/crown'
import Shield from 'lucide-react/icons/shield'
import UserCog from 'lucide-react/icons/user-cog'

const icons: Record<string, IconComponent> = { super_admin: Crown, admin: Shield, moderator: UserCog }

/** The role of a staff member as a badge. */
export function RoleBadge({ role }: { role: string }) {
  return (
    <Badge plain status="neutral">
      <Icon as={icons[role] ?? Shield} size="s" />
      {role}
    </Badge>
  )
}
