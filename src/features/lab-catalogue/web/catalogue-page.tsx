import { Button } from '@mantine/core'
import { IconFlask2 } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { number, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { Loading, Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { createPanel, listPanels, type Panel, addStarterTests } from '../contract.ts'
import { z } from 'zod'
import { unitText } from '../rules.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { PanelKind } from '../contract-ranges.ts'
import { kindChoices, kindWord } from './labels.ts'

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
        {!is_active && <Status tone="inactive">{t('Inactive')}</Status>}
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
    title: t('Turnaround'),
    width: 104,
    align: 'end',
    hideOnPhone: true,
    render: ({ turnaround_minutes: least }) => (least === null ? <span className="t3">–</span> : minutes(least)),
  },
  {
    key: 'item',
    title: t('Billed as'),
    width: 168,
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ item_name: name }) => (name ? <span title={name}>{name}</span> : <span className="t3">{t('In profiles only')}</span>),
  },
]

const filters = { q: z.string().max(100), kind: PanelKind, section: z.string().max(60), inactive: z.literal('1') }

/** Every test of the laboratory: found, opened. */
const TestsList = ({ starter }: { starter: ReactNode }) => {
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
        <ChoiceFilter label={t('Result')} any={t('Any result type')} data={kindChoices()} value={kind} onChange={(kind) => set({ kind })} />
        <ChoiceFilter
          label={t('Section')}
          any={t('All sections')}
          data={choices}
          value={section}
          onChange={(section) => set({ section })}
        />
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Tests')}
        columns={columns()}
        rows={{ ...all, data, total: data?.length ?? null }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/laboratory/catalogue/panels/${id}`)}
        empty={
          isFiltered ? (
            <Empty
              icon={IconFlask2}
              title={t('No matches')}
              action={<Button onClick={() => set({ q: '', kind: '', section: '' })}>{t('Show all')}</Button>}
            >
              {t('No matching tests.')}
            </Empty>
          ) : (
            <Empty icon={IconFlask2} title={t('No tests yet')} action={starter}>
              {t('Tests appear here with their units and reference ranges. Start with the tests that most laboratories use.')}
            </Empty>
          )
        }
      />
    </>
  )
}

const ProfilesList = lazy(async () => ({ default: (await import('./profiles-list.tsx')).ProfilesList }))
const SpecimensList = lazy(async () => ({ default: (await import('./specimens/specimens-list.tsx')).SpecimensList }))

const UnconfirmedList = lazy(async () => ({ default: (await import('./ranges/unconfirmed-list.tsx')).UnconfirmedList }))

const HOME = '/dashboard/laboratory/catalogue'
const tabs = ['tests', 'profiles', 'specimens', 'unconfirmed'] as const
type Tab = (typeof tabs)[number]
const tabWord = (tab: Tab) =>
  ({
    tests: () => t('Tests'),
    profiles: () => t('Profiles'),
    specimens: () => t('Specimens and containers'),
    unconfirmed: () => t('Ranges to confirm'),
  })[tab]()
const addressOf = (tab: Tab) => (tab === 'tests' ? HOME : `${HOME}/${tab}`)

/** Adds what most laboratories measure, after a question. */
const useStarter = () => {
  const { run, isRunning } = useAction()
  const add = async () => {
    const isMeant = await confirm({
      title: t('Add starter tests?'),
      text: t(
        'The tests, profiles and reference ranges that most laboratories use. Existing entries stay unchanged; ages without a range get one. The laboratory confirms the ranges afterwards.',
      ),
      action: t('Add starter tests'),
    })
    if (!isMeant) return
    run(async () => {
      const { panels, profiles, ranges } = await call(addStarterTests, { body: {} })
      void queryClient.invalidateQueries()
      const added = { tests: number(panels), profiles: number(profiles), ranges: number(ranges) }
      toast.done(
        t(
          'Added: {tests} tests, {profiles} profiles, {ranges} reference ranges. Confirm the ranges after comparing them with your own.',
          added,
        ),
      )
    })
  }
  return { add: () => void add(), isRunning }
}

/** What the laboratory can measure: its tests with their ranges, the profiles that are asked for together, what they are taken into. */
export const CataloguePage = () => {
  const { can } = useRights()
  const { pathname } = useLocation()
  const go = useNavigate()
  const starter = useStarter()
  const tab = tabs.find((one) => pathname === addressOf(one)) ?? 'tests'
  const mayChange = can(createPanel)
  const starterButton = mayChange && (
    <Button leftSection={<IconFlask2 size={16} aria-hidden />} loading={starter.isRunning} onClick={starter.add}>
      {t('Add starter tests')}
    </Button>
  )
  const actions = mayChange && tab !== 'specimens' && tab !== 'unconfirmed' && (
    <>
      {starterButton}
      {tab === 'tests' ? (
        <AddButton label={t('Add test')} onClick={() => void go(`${HOME}/panels/new`)} />
      ) : (
        <AddButton label={t('Add profile')} onClick={() => void go(`${HOME}/profiles/new`)} />
      )}
    </>
  )
  return (
    <Page title={t('Tests and ranges')} sub={t('Tests of this laboratory and their reference ranges')} actions={actions}>
      <PartTabs
        label={t('Tests and ranges')}
        parts={tabs.map((key) => ({ key, label: tabWord(key) }))}
        value={tab}
        onChange={(next) => void go(addressOf(next))}
        panel="lab-catalogue-panel"
      />
      <div id="lab-catalogue-panel" role="tabpanel" className="stack fill gap-5" aria-label={tabWord(tab)}>
        {tab === 'tests' && <TestsList starter={starterButton} />}
        <Suspense fallback={<Loading rows={10} height={28} />}>
          {tab === 'profiles' && <ProfilesList starter={starterButton} />}
          {tab === 'specimens' && <SpecimensList />}
          {tab === 'unconfirmed' && <UnconfirmedList />}
        </Suspense>
      </div>
    </Page>
  )
}
