import { PageHead } from '@shop/settings'
import { missingSettings } from '@shop/settings/missing-shop-settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, ErrorState, Grid, Loading, PageHeader, Panel, Skeleton } from '@shop/ui'
import * as v from 'valibot'
import { FilterBar, SearchField } from '../../kit/filters'
import { textParam, useUrlState } from '../../kit/url-state'
import { useOpened } from '../../kit/use-opened'
import { useStaff } from '../../frame/staff/use-staff'
import { officeSettingsQuery, type OfficeSetting, type OfficeSettings } from './office-settings'
import { SettingDialog } from './setting-dialog'
import { rightOf } from './setting-rights'
import { SettingRow } from './setting-row'
import { subjects } from '../../frame/setting-texts/setting-text'
import { isSettingKey, settingTexts } from '../../frame/setting-texts/setting-texts'
import { shownValue } from './setting-values'

/** The search parameter that names the setting whose dialog is open. */
const param = 'setting'
const params = v.object({ q: textParam(100) })
const noSettings: OfficeSetting[] = []

/** Whether each word is somewhere in what is texts of a setting. */
function isFound({ key, value }: OfficeSetting, query: string): boolean {
  const { label, text, subject, readings = {} } = settingTexts[key]
  const texts = [key, label, text, subjects[subject], shownValue(key, value)]
  const all = [...texts, ...Object.values(readings).flatMap(({ title, detail }) => [title, detail])]
    .join(' ')
    .toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

function countOf({ list }: OfficeSettings): string {
  const changed = list.filter(({ isDefault }) => !isDefault).length
  return `${String(list.length)} settings, ${changed === 0 ? 'none' : String(changed)} changed`
}

/** All settings by subject, and the dialog of the one that the URL names. */
export function Component() {
  const { data, error, isFetching, refetch } = useAppQuery(officeSettingsQuery)
  const [{ q }, change] = useUrlState(params)
  const found = data?.list.filter((setting) => isFound(setting, q)) ?? noSettings
  return (
    <>
      <PageHead title="Settings" description="Restricted access only" noindex />
      <PageHeader title="Settings" text={data ? countOf(data) : '\u00a0'} />
      <Grid gap="1.1rem">
        <FilterBar>
          <SearchField
            label="Search settings"
            value={q}
            onSearch={(text) => change({ q: text }, { replace: true })}
          />
        </FilterBar>
        {data ? (
          <SettingList data={data} found={found} />
        ) : error ? (
          <Panel>
            <ErrorState
              title="The settings could not be loaded"
              text="Nothing was changed. Please try again."
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          </Panel>
        ) : (
          <Loading label="Loading settings">
            <Skeleton height="18rem" />
          </Loading>
        )}
      </Grid>
      <OpenSetting list={data?.list ?? noSettings} />
    </>
  )
}

function SettingList({ data, found }: { data: OfficeSettings; found: readonly OfficeSetting[] }) {
  const { may } = useStaff()
  const { linkTo } = useOpened(param)
  const missing = missingSettings(data.settings)
  if (found.length === 0)
    return (
      <Panel>
        <EmptyState title="No settings found" text="Try another word, such as VAT or delivery." />
      </Panel>
    )
  return Object.entries(subjects).map(([subject, title]) => {
    const settings = found.filter(({ key }) => settingTexts[key].subject === subject)
    return (
      settings.length > 0 && (
        <Panel key={subject} flush title={title}>
          <ul>
            {settings.map((setting) => (
              <SettingRow
                key={setting.key}
                setting={setting}
                missing={missing.filter(({ key }) => key === setting.key)}
                mayEdit={may(rightOf(setting.key))}
                to={linkTo(setting.key)}
              />
            ))}
          </ul>
        </Panel>
      )
    )
  })
}

/** The dialog that the URL names. */
function OpenSetting({ list }: { list: readonly OfficeSetting[] }) {
  const { opened, close } = useOpened(param)
  const key = opened ?? ''
  const setting = isSettingKey(key) ? list.find((each) => each.key === key) : undefined
  return setting && <SettingDialog key={key} setting={setting} onClose={close} />
}
