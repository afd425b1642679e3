import type { IconComponent } from '@shop/ui'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Contrast from 'lucide-react/icons/contrast'
import FilePen from 'lucide-react/icons/file-pen'
import Gift from 'lucide-react/icons/gift'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import Upload from 'lucide-react/icons/upload'
import User from 'lucide-react/icons/user'
import { subjects } from '../setting-texts/setting-text'
import { settingKeys, settingTexts } from '../setting-texts/setting-texts'
import type { Right } from '../staff/rights'
import type { Found } from './office-search'

type FoundName = 'Order' | 'Product' | 'Customer' | 'Promotion' | 'Gift card' | 'Delivery zone'

/** Something that the palette offers. */
export interface Entry {
  /** Unique, and the same on every visit. */
  id: string
  kind: 'Screen' | 'Action' | 'Setting' | FoundName
  label: string
  /** A line about it, which is searched as well. */
  detail?: string
  /** A longer text that is searched as well, and not shown. */
  text?: string
  icon: IconComponent
  /** What it opens; without it, it does something. */
  to?: string
  run?: () => void
}

/** A screen as the frame registers it. */
export interface PaletteScreen {
  label: string
  icon: IconComponent
  to?: string
  right?: Right
}

/** What the frame can do at the palette's request. */
export interface PaletteCommands {
  signOut: () => void
  showShortcuts: () => void
  switchTheme: () => void
}

interface Place {
  label: string
  /** Other words that it is looked for by. */
  detail?: string
  /** A longer text that it is looked for by. */
  text?: string
  icon: IconComponent
  to: string
  /** The path of the screen it belongs to: it is offered once that screen is registered. */
  screen: string
  right?: Right
}

/** Places within screens, and what can be begun there. A new one is a new line. */
const places: readonly Place[] = [
  {
    label: 'Add product',
    detail: 'New piece',
    icon: Plus,
    to: '/admin/products?product=new',
    screen: '/admin/products',
    right: 'catalogue',
  },
  {
    label: 'Import products',
    detail: 'CSV file',
    icon: Upload,
    to: '/admin/products/import',
    screen: '/admin/products',
    right: 'catalogue',
  },
  {
    label: 'Low stock',
    detail: 'At or below the threshold',
    icon: TriangleAlert,
    to: '/admin/low-stock',
    screen: '/admin/products',
  },
  {
    label: 'Print labels',
    detail: 'Barcodes',
    icon: Printer,
    to: '/admin/scan?labels=',
    screen: '/admin/scan',
  },
  {
    label: 'New draft order',
    detail: 'By telephone, or paid by a link',
    icon: FilePen,
    to: '/admin/drafts?draft=new',
    screen: '/admin/drafts',
    right: 'orders',
  },
  {
    label: 'Orders to send',
    detail: 'Paid and not sent yet',
    icon: ReceiptText,
    to: '/admin/orders?unshipped=true',
    screen: '/admin/orders',
    right: 'orders',
  },
  {
    label: 'Mark orders as sent',
    detail: 'Tracking numbers from a file',
    icon: Send,
    to: '/admin/orders/sent',
    screen: '/admin/orders',
    right: 'orders',
  },
  {
    label: 'Issue a gift card',
    icon: Gift,
    to: '/admin/gift-cards?card=new',
    screen: '/admin/gift-cards',
    right: 'gift_cards',
  },
]

/** The settings by label, group and what they decide; the screen of settings opens the one that its address names. */
const settings: readonly Place[] = settingKeys.map((key) => ({
  label: settingTexts[key].label,
  detail: subjects[settingTexts[key].subject],
  text: settingTexts[key].text,
  icon: Settings,
  to: `/admin/settings?setting=${key}`,
  screen: '/admin/settings',
  right: 'settings',
}))

/** What is offered without asking the database: screens, places, settings and commands, as far as the member may. */
export function knownEntries(
  screens: readonly PaletteScreen[],
  may: (right: Right) => boolean,
  commands: PaletteCommands,
): Entry[] {
  const mine = screens.filter(({ to, right }) => to !== undefined && (!right || may(right)))
  const open = new Set(mine.map(({ to }) => to))
  const offered = (kind: Entry['kind'], list: readonly Place[]) =>
    list
      .filter(({ screen, right }) => open.has(screen) && (!right || may(right)))
      .map(({ label, detail, text, icon, to }): Entry => ({
        id: `at:${to}`,
        kind,
        label,
        detail,
        text,
        icon,
        to,
      }))
  return [
    ...mine.map(({ label, icon, to }): Entry => ({ id: `at:${to ?? ''}`, kind: 'Screen', label, icon, to })),
    ...offered('Action', places),
    {
      id: 'do:theme',
      kind: 'Action',
      label: 'Switch between light and dark',
      detail: 'Theme',
      icon: Contrast,
      run: commands.switchTheme,
    },
    {
      id: 'do:shortcuts',
      kind: 'Action',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      run: commands.showShortcuts,
    },
    {
      id: 'do:sign-out',
      kind: 'Action',
      label: 'Sign out',
      detail: 'Log out',
      icon: LogOut,
      run: commands.signOut,
    },
    ...offered('Setting', settings),
  ]
}

const opens = (path: string, param: string) => (id: string) =>
  `${path}?${new URLSearchParams({ [param]: id }).toString()}`

const kinds: Readonly<
  Record<Found['kind'], { kind: FoundName; icon: IconComponent; to: (id: string) => string }>
> = {
  order: { kind: 'Order', icon: ReceiptText, to: opens('/admin/orders', 'order') },
  product: { kind: 'Product', icon: Package, to: opens('/admin/products', 'product') },
  customer: { kind: 'Customer', icon: User, to: opens('/admin/customers', 'customer') },
  promotion: { kind: 'Promotion', icon: BadgePercent, to: opens('/admin/promotions', 'promotion') },
  gift_card: { kind: 'Gift card', icon: Gift, to: opens('/admin/gift-cards', 'card') },
  zone: { kind: 'Delivery zone', icon: Truck, to: opens('/admin/shipping', 'edit') },
}

/** What the database found as an entry. */
export function foundEntry({
  kind,
  id,
  title,
  detail,
}: Pick<Found, 'kind' | 'id' | 'title'> & { detail?: string }): Entry {
  const { kind: name, icon, to } = kinds[kind]
  return { id: `${kind}:${id}`, kind: name, label: title, detail, icon, to: to(id) }
}
