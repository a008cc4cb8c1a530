import { Popover } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/fr'
import 'dayjs/locale/sw'
import type { ReactNode } from 'react'
import { today } from '../text/format.ts'
import { language, t } from '../i18n.ts'

interface Props {
  value: string | null
  minDate?: string
  maxDate?: string
  onChoose: (day: string | null) => void
  close: () => void
  children: ReactNode
}

/** The calendar of a date field, under its button; fetched when it is first opened. */
export const DateCalendar = ({ value, minDate, maxDate, onChoose, close, children }: Props) => (
  <Popover opened onChange={(isOpen) => !isOpen && close()} position="bottom-end" shadow="md" trapFocus returnFocus>
    <Popover.Target>{children}</Popover.Target>
    <Popover.Dropdown aria-label={t('Calendar')}>
      <DatesProvider settings={{ locale: language(), firstDayOfWeek: 1 }}>
        <DatePicker
          value={value}
          defaultDate={value ?? maxDate ?? today()}
          minDate={minDate}
          maxDate={maxDate}
          ariaLabels={{
            nextMonth: t('Next month'),
            previousMonth: t('Previous month'),
            nextYear: t('Next year'),
            previousYear: t('Previous year'),
            nextDecade: t('Next ten years'),
            previousDecade: t('Previous ten years'),
            monthLevelControl: t('Choose a month'),
            yearLevelControl: t('Choose a year'),
          }}
          onChange={(day) => {
            onChoose(day)
            close()
          }}
        />
      </DatesProvider>
    </Popover.Dropdown>
  </Popover>
)
