import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listProfiles } from '../contract.ts'

type Row = ResponseOf<typeof listProfiles>[number]

const columns = (): Column<Row>[] => [
  { key: 'code', title: t('Code'), width: 112, render: ({ code }) => <span className="num t2">{code}</span> },
  {
    key: 'name',
    title: t('Name'),
    render: ({ name, is_active }) => (
      <span className="row">
        <span className="strong clip" title={name}>
          {name}
        </span>
        {is_active === false && <Status tone="inactive">{t('Inactive')}</Status>}
      </span>
    ),
  },
  {
    key: 'tests',
    title: t('Tests'),
    hideOnPhone: true,
    render: ({ panels = [] }) => {
      const names = panels.map(({ code }) => code).join(', ')
      return (
        <span className="t2" title={panels.map(({ name }) => name).join(', ')}>
          <span className="num strong">{number(panels.length)}</span> · {names}
        </span>
      )
    },
  },
  {
    key: 'item',
    title: t('Billed as'),
    width: 208,
    hideOnPhone: true,
    render: ({ item_name: name }) => (name ? <span title={name}>{name}</span> : <span className="t3">{t('Each test separately')}</span>),
  },
]
const filters = { q: z.string().max(100), inactive: z.literal('1') }

/** The sets of tests that are asked for together. */
export const ProfilesList = ({ starter }: { starter: ReactNode }) => {
  const go = useNavigate()
  const [{ q, inactive }, set] = useUrlState(filters)
  const profiles = useRows(query(listProfiles, { query: { q, active: inactive ? undefined : ('true' as const) } }))
  return (
    <>
      <div className="row wrap filters">
        <SearchField label={t('Search by name or code')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Profiles')}
        columns={columns()}
        rows={profiles}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/laboratory/catalogue/profiles/${id}`)}
        empty={
          q ? (
            <Empty icon={IconListDetails} title={t('No matches')} action={<Button onClick={() => set({ q: '' })}>{t('Show all')}</Button>}>
              {t('No matching profiles.')}
            </Empty>
          ) : (
            <Empty icon={IconListDetails} title={t('No profiles yet')} action={starter}>
              {t('Tests requested together, such as a full blood count.')}
            </Empty>
          )
        }
      />
    </>
  )
}
