import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconCalendar, IconCalendarPlus, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { addDays } from '#shared/zoned.ts'
import { date as shortDay, monthOf, today, weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { daysOf, stepped, type View } from './calendar-days.ts'
import type { Side } from './plan.ts'
import type { CalendarState } from './use-calendar.ts'
import styles from './head.module.css'

const DateCalendar = lazy(async () => ({ default: (await import('#web/ui/date-calendar.tsx')).DateCalendar }))

/** What is shown, in words: a day, a week, a month. */
const titleOf = (view: View, day: string) => {
  if (view === 'day') return weekday(day)
  if (view === 'month') return monthOf(day)
  const [monday = day] = daysOf('week', day)
  return t('{from} to {to}', { from: shortDay(monday), to: shortDay(addDays(monday, 6)) })
}

/** The button with the days shown, and the calendar to choose another from. */
const DayChooser = ({ state: { view, date, set } }: { state: CalendarState }) => {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button
      variant="subtle"
      color="gray"
      className={`t1 text-l ${styles.title} num`}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      aria-label={t('Go to a day: {shown}', { shown: titleOf(view, date) })}
      rightSection={<IconCalendar size={16} stroke={1.5} aria-hidden />}
      onClick={() => setOpen(!isOpen)}
    >
      {titleOf(view, date)}
    </Button>
  )
  return isOpen ? (
    <Suspense fallback={button}>
      <DateCalendar value={date} close={() => setOpen(false)} onChoose={(day) => day && set({ date: day })}>
        {button}
      </DateCalendar>
    </Suspense>
  ) : (
    button
  )
}

interface Props {
  state: CalendarState
  views: readonly View[]
  sub: string
  onPrint?: (() => void) | undefined
  onBook?: (() => void) | undefined
}

/** What is shown and the way to other days; print and book. */
export const CalendarHead = ({ state, views, sub, onPrint, onBook }: Props) => {
  const { view, date, by, set } = state
  const words: Record<View, string> = { day: t('Day'), week: t('Week'), month: t('Month') }
  const sideLabels: Record<Side, string> = { doctor: t('By doctor'), room: t('By room') }
  const print = onPrint && (
    <Button
      className={styles.print}
      leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
      aria-keyshortcuts="P"
      aria-label={t('Print day')}
      onClick={onPrint}
    >
      <span className="not-phone">{t('Print day')}</span>
    </Button>
  )
  return (
    <header className={`in-row wrap gap-4-6 phone-gap-4 ${styles.bar}`}>
      <div className={`phone-fill ${styles.names}`}>
        <h1>{t('Calendar')}</h1>
        <p className="t3 num" role="status">
          {sub}
        </p>
      </div>
      <div className={`row phone-own-line ${styles.days}`}>
        <Button onClick={() => set({ date: undefined })} disabled={date === today()} aria-keyshortcuts="T">
          {t('Today')}
        </Button>
        <ActionIcon
          variant="default"
          aria-label={t('Earlier')}
          aria-keyshortcuts="K"
          onClick={() => set({ date: stepped(view, date, -1) })}
        >
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('Later')} aria-keyshortcuts="J" onClick={() => set({ date: stepped(view, date, 1) })}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <DayChooser state={state} />
      </div>
      <div className={`row wrap ${styles.tools}`}>
        {view !== 'month' && (
          <ChoiceField
            className="not-phone"
            aria-label={t('Columns')}
            data={(['doctor', 'room'] as const).map((value) => ({ value, label: sideLabels[value] }))}
            value={by}
            onChange={(value) => set({ by: value === 'doctor' ? undefined : value })}
          />
        )}
        <ChoiceField
          aria-label={t('View')}
          data={views.map((value) => ({ value, label: words[value] }))}
          value={view}
          onChange={(value) => set({ view: value })}
        />
        {print}
        {onBook && (
          <Button
            variant="filled"
            className={styles.book}
            leftSection={<IconCalendarPlus size={16} stroke={1.75} aria-hidden />}
            rightSection={<Kbd className="not-phone">B</Kbd>}
            aria-keyshortcuts="B"
            onClick={onBook}
          >
            {t('Book')}
          </Button>
        )}
      </div>
    </header>
  )
}
