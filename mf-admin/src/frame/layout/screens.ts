import type { IconComponent } from '@shop/ui'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Banknote from 'lucide-react/icons/banknote'
import FilePen from 'lucide-react/icons/file-pen'
import Folder from 'lucide-react/icons/folder'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MessageSquare from 'lucide-react/icons/message-square'
import Mail from 'lucide-react/icons/mail'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import QrCode from 'lucide-react/icons/qr-code'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Rocket from 'lucide-react/icons/rocket'
import ScanLine from 'lucide-react/icons/scan-line'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Star from 'lucide-react/icons/star'
import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import Undo2 from 'lucide-react/icons/undo-2'
import UserCog from 'lucide-react/icons/user-cog'
import Users from 'lucide-react/icons/users'
import type { Right } from '../staff/rights'

/** A screen of the back office: an entry of the sidebar, a breadcrumb and a guard. */
export interface Screen {
  label: string
  icon: IconComponent
  /** Its path. Without one the screen is not open yet and there is no link. */
  to?: string
  /** The right it needs: without it the screen is not shown in menus, and says so when it is opened by its address. */
  right?: Right
}

/** The label of screens that are not open. */
export const notOpen = 'Not open yet'

type Name =
  | 'store'
  | 'dashboard'
  | 'qrCode'
  | 'products'
  | 'categories'
  | 'searchWords'
  | 'scan'
  | 'orders'
  | 'parcels'
  | 'drafts'
  | 'returns'
  | 'takings'
  | 'abandoned'
  | 'customers'
  | 'messages'
  | 'reviews'
  | 'shipping'
  | 'promotions'
  | 'giftCards'
  | 'staff'
  | 'audit'
  | 'releases'
  | 'settings'
  | 'email'

export const screens: Record<Name, Screen> = {
  store: { label: 'Visit Store', icon: Store, to: '/' },
  dashboard: { label: 'Dashboard', icon: LayoutDashboard, to: '/admin/dashboard' },
  qrCode: { label: 'QR Code', icon: QrCode, to: '/admin/qr-code' },
  products: { label: 'Products', icon: Package, to: '/admin/products' },
  categories: { label: 'Categories', icon: Folder, to: '/admin/categories' },
  searchWords: { label: 'Search Words', icon: Search, to: '/admin/search-words' },
  scan: { label: 'Scan', icon: ScanLine, to: '/admin/scan' },
  orders: { label: 'Orders', icon: ReceiptText, to: '/admin/orders', right: 'orders' },
  parcels: { label: 'Parcels', icon: PackageCheck, to: '/admin/parcels', right: 'orders' },
  drafts: { label: 'Drafts', icon: FilePen, to: '/admin/drafts', right: 'orders' },
  returns: { label: 'Returns', icon: Undo2, to: '/admin/returns', right: 'orders' },
  takings: { label: 'Takings', icon: Banknote, to: '/admin/takings', right: 'orders' },
  abandoned: { label: 'Abandoned', icon: ShoppingCart, to: '/admin/abandoned', right: 'orders' },
  customers: { label: 'Customers', icon: Users, to: '/admin/customers', right: 'customers' },
  messages: { label: 'Messages', icon: MessageSquare, to: '/admin/messages', right: 'messages' },
  shipping: { label: 'Shipping', icon: Truck, to: '/admin/shipping', right: 'shipping' },
  promotions: { label: 'Promotions', icon: BadgePercent, to: '/admin/promotions', right: 'promotions' },
  giftCards: { label: 'Gift Cards', icon: Gift, to: '/admin/gift-cards', right: 'gift_cards' },
  staff: { label: 'Staff', icon: UserCog, to: '/admin/staff', right: 'staff' },
  audit: { label: 'Audit Log', icon: History, to: '/admin/audit', right: 'audit' },
  releases: { label: 'Releases', icon: Rocket, to: '/admin/releases', right: 'releases' },
  settings: { label: 'Settings', icon: Settings, to: '/admin/settings', right: 'settings' },
  email: { label: 'Email', icon: Mail, to: '/admin/email', right: 'messages' },
  reviews: { label: 'Reviews', icon: Star, to: '/admin/reviews', right: 'messages' },
}

/** The sidebar's groups in order (`docs/specification/back-office.md`, "Frame"). */
export const groups: { label: string; screens: Screen[] }[] = [
  { label: 'Store Access', screens: [screens.store] },
  { label: 'Overview', screens: [screens.dashboard, screens.qrCode] },
  {
    label: 'Catalog Management',
    screens: [screens.products, screens.categories, screens.searchWords, screens.scan],
  },
  {
    label: 'Orders & Customers',
    screens: [
      screens.orders,
      screens.drafts,
      screens.parcels,
      screens.returns,
      screens.takings,
      screens.abandoned,
      screens.customers,
      screens.messages,
      screens.reviews,
    ],
  },
  {
    label: 'Configuration',
    screens: [
      screens.shipping,
      screens.promotions,
      screens.giftCards,
      screens.settings,
      screens.email,
      screens.staff,
      screens.audit,
      screens.releases,
    ],
  },
]

/** The screen at a path of the back office, or undefined. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, '')
  return Object.values(screens).find(({ to }) => to !== undefined && to !== '/' && path === to)
}
