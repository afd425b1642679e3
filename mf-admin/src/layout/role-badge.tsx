import { Badge, Icon, type IconComponent } from '@shop/ui'
import Crown from 'lucide-react/icons/crown'
import Shield from 'lucide-react/icons/shield'
import UserCog from 'lucide-react/icons/user-cog'

const icons: Record<string, IconComponent> = { super_admin: Crown, admin: Shield, moderator: UserCog }

/** A staff member's role under its own name. */
export function RoleBadge({ role }: { role: string }) {
  return (
    <Badge plain status="neutral">
      <Icon as={icons[role] ?? Shield} size="s" />
      {role}
    </Badge>
  )
}
