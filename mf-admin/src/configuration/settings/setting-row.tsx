import type { MissingSetting } from '@shop/settings/missing-shop-settings'
import { Badge, chakra, LinkButton, Text } from '@shop/ui'
import type { OfficeSetting } from './office-settings'
import { settingTexts } from '../../frame/setting-texts/setting-texts'
import { defaultOf, shownValue } from './setting-values'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', lg: 'minmax(0, 1fr) minmax(9rem, 15rem) auto' },
    alignItems: 'start',
    gap: '.5rem 1.5rem',
    padding: '1rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

interface SettingRowProps {
  setting: OfficeSetting
  missing: readonly MissingSetting[]
  mayEdit: boolean
  /** Where its dialog is. */
  to: { search: string }
}

/** A setting in the list: what it decides, its value, and the way to change it. */
export function SettingRow({ setting: { key, value, isDefault }, missing, mayEdit, to }: SettingRowProps) {
  const { label, text } = settingTexts[key]
  return (
    <Line>
      <chakra.div display="grid" gap=".25rem" minWidth="0" gridColumn={{ base: '1 / -1', lg: 'auto' }}>
        <chakra.h3 fontWeight={540} display="flex" flexWrap="wrap" gap=".3rem .6rem" alignItems="center">
          {label}
          {!isDefault && <Badge status="info">Changed</Badge>}
        </chakra.h3>
        <Text textStyle="small" color="muted" maxWidth="66ch">
          {text}
        </Text>
        {missing.map(({ what }) => (
          <Text key={what} textStyle="small" display="flex" flexWrap="wrap" gap=".3rem .6rem">
            <Badge status="warning">Before trading</Badge>
            {what}.
          </Text>
        ))}
      </chakra.div>
      <chakra.div minWidth="0">
        <Text overflowWrap="anywhere" fontWeight={520}>
          {shownValue(key, value)}
        </Text>
        <Text textStyle="micro" color="muted" overflowWrap="anywhere">
          {isDefault ? 'The default' : `Default: ${shownValue(key, defaultOf(key))}`}
        </Text>
      </chakra.div>
      <LinkButton
        variant="quiet"
        to={to}
        preventScrollReset
        aria-label={`${mayEdit ? 'Change' : 'View'} ${label}`}
      >
        {mayEdit ? 'Change' : 'View'}
      </LinkButton>
    </Line>
  )
}
