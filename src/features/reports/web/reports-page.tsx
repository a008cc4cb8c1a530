import { SegmentedControl } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { date, today } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/url-state.ts'
import { serviceGroups } from '../contract.ts'
import { ItemChoice } from './item-choice.tsx'
import { RangePicker } from './range-picker.tsx'
import { daysIn, rangeState, type Days } from './ranges.ts'
import { ReportFiles } from './report-files.tsx'
import { reportKeys, reportViews, type ReportView as View } from './report-list.ts'
import { ReportView } from './report-view.tsx'
import './reports.css'

const state = { report: z.enum(reportKeys), ...rangeState, item: Id, group: z.enum(serviceGroups) }

const groupWord = (group: (typeof serviceGroups)[number]) =>
  ({ item: t('By item'), category: t('By category'), department: t('By department') })[group]

/** The reports side by side; the days that were chosen go along. */
const ReportTabs = ({ chosen, days }: { chosen: View; days: Record<string, string | undefined> }) => {
  const address = (key: string) => {
    const given = Object.entries({ report: key, ...days }).flatMap(([name, value]) => (value ? [[name, value]] : []))
    return `?${new URLSearchParams(given)}`
  }
  const list = useRef<HTMLElement>(null)
  // The chosen one may be beyond the edge of a phone.
  useEffect(() => {
    list.current?.querySelector(`[data-report="${chosen.key}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen.key])
  return (
    <nav ref={list} className="report-tabs no-print" aria-label={t('Reports')}>
      {reportViews.map(({ key, label }) => (
        <Link key={key} data-report={key} to={address(key)} replace aria-current={key === chosen.key ? 'page' : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

/** What the clinic has sold, taken and is owed: one report at a time, its days in the address. */
export const ReportsPage = () => {
  const [{ report = 'takings', range, from, to, item, group = 'item' }, set] = useUrlState(state)
  const view = reportViews.find(({ key }) => key === report) ?? reportViews[0]!
  const days = daysIn({ range, from, to }, today())
  const choice = { ...days, item, group }
  const isReady = view.key !== 'by-item' || item !== undefined
  const choose = (chosen: Days) => set({ range: '', from: chosen.from, to: chosen.to })
  const shown = view.period === 'day' || days.from === days.to ? date(days.to) : `${date(days.from)} – ${date(days.to)}`
  return (
    <Page title={t(view.label)} sub={shown} actions={isReady && <ReportFiles view={view} choice={choice} />}>
      <ReportTabs chosen={view} days={{ range, from, to }} />
      <div className="row wrap no-print">
        <RangePicker period={view.period} days={days} onPreset={(preset) => set({ range: preset, from: '', to: '' })} onDays={choose} />
        {view.key === 'by-item' && <ItemChoice value={item} onChange={(id) => set({ item: id })} />}
        {view.key === 'by-service' && (
          <SegmentedControl
            aria-label={t('Group')}
            data={serviceGroups.map((value) => ({ value, label: groupWord(value) }))}
            value={group}
            onChange={(value) => set({ group: value })}
          />
        )}
      </div>
      {isReady ? (
        <ReportView key={view.key} view={view} choice={choice} onDays={choose} />
      ) : (
        <Empty icon={IconPackage} title={t('Choose an item')}>
          {t('Its sales appear here, day by day.')}
        </Empty>
      )}
    </Page>
  )
}
