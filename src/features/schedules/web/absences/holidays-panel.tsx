import { ActionIcon, Button, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClipboardList, IconConfetti, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { weekdayOf } from '#shared/zoned.ts'
import { call, query } from '#web/calls/api.ts'
import { date, today } from '#web/text/format.ts'
import { shortDay } from '#web/text/short-day.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { createHoliday, deleteHoliday, listHolidays, updateHoliday } from '#features/schedules/contract.ts'
import { weekdayWord } from '../schedule-labels.ts'
import type { HolidayOnScreen } from '../use-week-plan.ts'
import { PHONE } from '#web/look/tokens.ts'

const HolidayDialog = lazy(async () => ({ default: (await import('./holiday-dialog.tsx')).HolidayDialog }))
const PasteHolidays = lazy(async () => ({ default: (await import('./paste-holidays.tsx')).PasteHolidays }))

const refresh = () => void queryClient.invalidateQueries()

const addAgain = async ({ day, name, is_yearly }: HolidayOnScreen) => {
  try {
    await call(createHoliday, { body: { day, name, is_yearly } })
  } catch (error) {
    toast.failed(error)
  }
  refresh()
}
const remove = async (holiday: HolidayOnScreen) => {
  try {
    await call(deleteHoliday, { params: { id: holiday.id } })
    toast.done(t('{name} removed from the holidays.', { name: holiday.name }), { label: t('Undo'), run: () => void addAgain(holiday) })
  } catch (error) {
    toast.failed(error)
  }
  refresh()
}
const setYearly = async ({ id, name, version }: HolidayOnScreen, is_yearly: boolean): Promise<void> => {
  try {
    const saved = await call(updateHoliday, { params: { id }, body: { is_yearly, version } })
    const message = is_yearly ? t('{name} is now every year.', { name }) : t('{name} is now on this date only.', { name })
    toast.done(message, { label: t('Undo'), run: () => void setYearly(saved, !is_yearly) })
  } catch (error) {
    toast.failed(error)
  }
  refresh()
}

/** The next day on which it is one; itself for one that is past for good. The 29th of February waits for a leap year. */
const nextDay = ({ day, is_yearly }: HolidayOnScreen, now: string): string => {
  if (!is_yearly || day >= now) return day
  for (let year = Number(now.slice(0, 4)); year < Number(now.slice(0, 4)) + 9; year += 1) {
    const next = `${year}-${day.slice(5)}`
    if (next >= now && !Number.isNaN(Date.parse(next)) && new Date(next).toISOString().startsWith(next)) return next
  }
  return day
}

const columns = (mayChange: boolean, now: string, isPhone: boolean): Column<HolidayOnScreen>[] => [
  {
    key: 'day',
    title: t('Day'),
    width: isPhone ? 136 : 210,
    render: (holiday) => {
      const next = nextDay(holiday, now)
      return (
        <span className="num">
          {date(next)} <span className="t3">{weekdayWord(weekdayOf(next), 'short')}</span>
        </span>
      )
    },
  },
  { key: 'name', title: t('Name'), render: ({ name }) => <span className="strong">{name}</span> },
  {
    key: 'yearly',
    title: t('Every year'),
    width: 170,
    hideOnPhone: true,
    render: (holiday) =>
      mayChange ? (
        <Switch
          aria-label={t('{name}: every year', { name: holiday.name })}
          checked={holiday.is_yearly}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => void setYearly(holiday, event.currentTarget.checked)}
        />
      ) : holiday.is_yearly ? (
        t('Every {day}', { day: shortDay(holiday.day) })
      ) : (
        <span className="t3">{t('once')}</span>
      ),
  },
  ...(mayChange
    ? [
        {
          key: 'remove',
          title: t('Remove'),
          isTitleHidden: true,
          width: 56,
          render: (holiday: HolidayOnScreen) => (
            <ActionIcon
              size={28}
              aria-label={t('Remove {name}', { name: holiday.name })}
              onClick={(event) => {
                event.stopPropagation()
                void remove(holiday)
              }}
            >
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          ),
        },
      ]
    : []),
]

/** The days on which sessions are not held, unless a session says that it is. */
export const HolidaysPanel = () => {
  const { can } = useRights()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, setOpened] = useState<HolidayOnScreen | 'new' | 'paste' | null>(null)
  const asked = useRows(query(listHolidays, { query: {} }))
  const now = today()
  const holidays = { ...asked, data: asked.data?.toSorted((a, b) => nextDay(a, now).localeCompare(nextDay(b, now))) }
  const mayChange = can(createHoliday)
  const close = () => setOpened(null)
  const paste = mayChange && (
    <Button leftSection={<IconClipboardList size={16} aria-hidden />} onClick={() => setOpened('paste')}>
      {t('Paste several')}
    </Button>
  )
  return (
    <>
      <div className="row wrap">
        <span className="grow t3 not-phone">{t('No bookings on these days, except in sessions also held on holidays.')}</span>
        {paste}
        {mayChange && <AddButton label={t('Add holiday')} onClick={() => setOpened('new')} />}
      </div>
      <DataTable
        label={t('Holidays')}
        columns={columns(mayChange, now, isPhone)}
        rows={holidays}
        rowKey={({ id }) => id}
        onOpen={mayChange ? setOpened : undefined}
        empty={
          <Empty icon={IconConfetti} title={t('No holidays yet')} action={paste}>
            {t('Paste this year’s holidays, one per line: 2026-12-25 Christmas Day.')}
          </Empty>
        }
      />
      <Suspense>
        {opened === 'paste' ? (
          <PasteHolidays onClose={close} />
        ) : (
          opened && <HolidayDialog holiday={opened === 'new' ? null : opened} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
