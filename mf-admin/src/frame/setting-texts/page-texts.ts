import type { SettingKey, SettingTexts } from './setting-text'

type PageKey = Extract<
  SettingKey,
  | `reviews.${string}`
  | `tracking.${string}`
  | `ageGate.${string}`
  | `privacy.${string}`
  | `qr.${string}`
  | `auth.${string}`
  | `staff.${string}`
>

/** What staff are told about pages, signing in and the back office. */
export const pageTexts: SettingTexts<PageKey> = {
  'reviews.placeholder': {
    subject: 'pages',
    label: 'Sample ratings',
    text: 'Shows invented ratings of 4.8 stars. They are unlawful in trade: for demonstrations only.',
  },
  'tracking.mode': {
    subject: 'pages',
    label: 'Order tracking',
    text: 'What the tracking page shows.',
    readings: {
      live: { title: 'The order’s own events', detail: 'What was entered for its parcels.' },
      demo: {
        title: 'A sample',
        detail: 'Numbers that contain “AM” show a labelled sample. For demonstrations only.',
      },
    },
  },
  'ageGate.scope': {
    subject: 'pages',
    label: 'Age check',
    text: 'Where visitors confirm that they are 18 or older.',
    readings: {
      home: { title: 'On the home page', detail: 'Other pages open without the question.' },
      all: { title: 'On every page', detail: 'Whichever page a visitor opens first asks.' },
    },
  },
  'privacy.measureSpeed': {
    subject: 'pages',
    label: 'Measure page speed',
    text: 'Whether visitors’ browsers report how fast pages are. The privacy page says so.',
    readings: {
      off: { title: 'Off', detail: 'Nothing is reported.' },
      on: {
        title: 'On',
        detail: 'Without cookies, and not from browsers that ask not to be tracked.',
      },
    },
  },
  'auth.returnToOrigin': {
    subject: 'access',
    label: 'After signing in',
    text: 'Where shoppers and staff go once they have signed in.',
    readings: {
      true: { title: 'Back to where they were', detail: 'To the page that asked them to sign in.' },
      false: {
        title: 'To the start',
        detail: 'Shoppers to the home page, staff to the dashboard.',
      },
    },
  },
  'auth.passwordMinimum': {
    subject: 'access',
    label: 'Shortest password of shoppers',
    text: 'How many characters a new password has at least; passwords that exist stay as they are. 8 or more are recommended.',
    unit: 'characters',
  },
  'staff.roles': {
    subject: 'access',
    label: 'Roles of staff',
    text: 'What the role of a member of staff decides.',
    readings: {
      enforced: {
        title: 'Each role has its own rights',
        detail:
          'Moderators look after orders, customers and messages; admins after everything but money settings, staff and releases.',
      },
      equal: {
        title: 'All staff may do everything',
        detail: 'The role is shown, but makes no difference.',
      },
    },
  },
  'staff.twoFactor': {
    subject: 'access',
    label: 'Two-factor sign-in',
    text: 'Who needs the code of an authenticator app besides the password to sign in to the back office. Whoever has set one up always needs it.',
    readings: {
      off: { title: 'Nobody has to', detail: 'Every member of staff may set one up.' },
      super_admin: {
        title: 'Super admins',
        detail: 'Super admins without one set it up when they sign in next.',
      },
      admin: {
        title: 'Super admins and admins',
        detail: 'Those without one set it up when they sign in next.',
      },
      all: { title: 'All staff', detail: 'Staff without one set it up when they sign in next.' },
    },
  },
  'qr.provider': {
    subject: 'office',
    label: 'QR codes',
    text: '“local” draws the code of the store in the browser. The https address of a service, with {url} in it, loads its picture instead; the service then learns who looks at the code.',
  },
}
