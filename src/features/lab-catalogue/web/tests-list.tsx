import { Button, Select } from '@mantine/core'
import { IconFlask2 } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { unitText } from '../rules.ts'
import { query } from '#web/calls/api.ts'
import { minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listPanels, type Panel } from '../contract.ts'
import { PanelKind } from '../contract-fields.ts'
import { kindChoices, kindWord } from './words.ts'

const columns = (): Column<Panel>[] => [
  { key: 'code', title: t('Code'), width: 112, render: ({ code }) => <span className="num t2">{code}</span> },
  {
    key: 'name',
    title: t('Name'),
    render: ({ name, is_active }) => (
      <span className="row">
        <span className="strong clip" title={name}>
          {name}
        </span>
        {!is_active && <Status tone="inactive">{t('Out of use')}</Status>}
      </span>
    ),
  },
  { key: 'kind', title: t('Result'), width: 104, hideOnPhone: true, hideOnTablet: true, render: ({ kind }) => kindWord(kind) },
  { key: 'unit', title: t('Unit'), width: 112, hideOnPhone: true, render: ({ unit }) => <span className="num">{unitText(unit)}</span> },
  {
    key: 'specimen',
    title: t('Specimen'),
    width: 152,
    hideOnPhone: true,
    render: ({ specimen_name: name }) => <span title={name}>{name}</span>,
  },
  { key: 'section', title: t('Section'), width: 136, hideOnPhone: true, render: ({ section }) => <span title={section}>{section}</span> },
  {
    key: 'turnaround',
    title: t('Ready in'),
    width: 104,
    align: 'end',
    hideOnPhone: true,
    render: ({ turnaround_minutes: least }) => (least === null ? <span className="t3">–</span> : minutes(least)),
  },
  {
    key: 'item',
    title: t('Charged as'),
    width: 168,
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ item_name: name }) => (name ? <span title={name}>{name}</span> : <span className="t3">{t('In profiles only')}</span>),
  },
]

const filters = { q: z.string().max(100), kind: PanelKind, section: z.string().max(60), inactive: z.literal('1') }

/** Every test of the laboratory: found, opened. */
export const TestsList = ({ starter }: { starter: ReactNode }) => {
  const go = useNavigate()
  const [{ q, kind, section, inactive }, set] = useUrlState(filters)
  const all = useRows(query(listPanels, { query: { q, kind, active: inactive ? undefined : ('true' as const) } }))
  const sections = useMemo(
    () => [...new Set(all.data?.map((panel) => panel.section).filter((name) => name !== ''))].sort((a, b) => a.localeCompare(b)),
    [all.data],
  )
  const data = section === undefined ? all.data : all.data?.filter((panel) => panel.section === section)
  const choices = section !== undefined && !sections.includes(section) ? [section, ...sections] : sections
  const isFiltered = Boolean(q ?? kind ?? section)
  return (
    <>
      <div className="row wrap filters">
        <SearchField label={t('Search by name or code')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <Select
          aria-label={t('Result')}
          placeholder={t('Every kind of result')}
          clearable
          clearButtonProps={{ 'aria-label': t('Every kind of result') }}
          data={kindChoices()}
          value={kind ?? null}
          onChange={(value) => set({ kind: value ?? '' })}
        />
        <Select
          aria-label={t('Section')}
          placeholder={t('Every section')}
          clearable
          clearButtonProps={{ 'aria-label': t('Every section') }}
          data={choices}
          value={section ?? null}
          onChange={(value) => set({ section: value ?? '' })}
        />
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Tests')}
        columns={columns()}
        of={{ ...all, data, total: data?.length ?? null }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/laboratory/catalogue/panels/${id}`)}
        empty={
          isFiltered ? (
            <Empty
              icon={IconFlask2}
              title={t('Nothing is found')}
              action={<Button onClick={() => set({ q: '', kind: '', section: '' })}>{t('Show all')}</Button>}
            >
              {t('No test matches the name and filters above.')}
            </Empty>
          ) : (
            <Empty icon={IconFlask2} title={t('No test yet')} action={starter}>
              {t(
                'Each thing that is measured stands here, with its unit and its reference ranges. Begin with the tests that most laboratories have.',
              )}
            </Empty>
          )
        }
      />
    </>
  )
}
