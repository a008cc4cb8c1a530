import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import styles from './week.module.css'

const parts = [
  { key: 'week', label: 'Week', Panel: lazy(async () => ({ default: (await import('./weeks/week-panel.tsx')).WeekPanel })) },
  { key: 'leave', label: 'Leave', Panel: lazy(async () => ({ default: (await import('./absences/leave-panel.tsx')).LeavePanel })) },
  {
    key: 'holidays',
    label: 'Holidays',
    Panel: lazy(async () => ({ default: (await import('./absences/holidays-panel.tsx')).HolidaysPanel })),
  },
  { key: 'rooms', label: 'Rooms', Panel: lazy(async () => ({ default: (await import('./places/rooms-panel.tsx')).RoomsPanel })) },
  {
    key: 'services',
    label: 'Bookable services',
    Panel: lazy(async () => ({ default: (await import('./services-panel.tsx')).ServicesPanel })),
  },
  {
    key: 'public',
    label: 'Public booking',
    Panel: lazy(async () => ({ default: (await import('./public/public-panel.tsx')).PublicPanel })),
  },
] as const

/** What of the address belongs to one part alone is left behind with it. */
const state = {
  tab: z.enum(parts.map(({ key }) => key)),
  doctor: z.string(),
  week: z.string(),
  past: z.string(),
  inactive: z.string(),
  q: z.string(),
  public: z.string(),
}
const left = { doctor: '', week: '', past: '', inactive: '', q: '', public: '' }

/** When doctors see patients, in which room, and when they do not; what can be booked, and by whom. */
export const SchedulesPage = () => {
  const [{ tab }, set] = useUrlState(state)
  const current = parts.find(({ key }) => key === tab) ?? parts[0]
  return (
    <Page title={t('Schedules')}>
      <PartTabs
        label={t('Schedule sections')}
        parts={parts.map(({ key, label }) => ({ key, label: t(label) }))}
        value={current.key}
        onChange={(key) => set({ tab: key === 'week' ? '' : key, ...left })}
        panel="schedule-panel"
      />
      <div className={`stack fill gap-5 ${styles.schedulePanel}`} id="schedule-panel" role="tabpanel" aria-label={t(current.label)}>
        <Suspense fallback={<Loading rows={10} />}>
          <current.Panel />
        </Suspense>
      </div>
    </Page>
  )
}
