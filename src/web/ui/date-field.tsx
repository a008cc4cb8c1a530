import { DateInput, DatesProvider, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/fr'
import 'dayjs/locale/sw'
import { parseDay } from '../day-text.ts'
import { language, t } from '../i18n.ts'

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'dateParser'> & {
  /** `YYYY-MM-DD`; '' or null when empty. */
  value?: string | null
  onChange?: (value: string | null) => void
}

/** A calendar day: typed any usual way (3/2/80, 3 Feb 1980, 03021980) or chosen. */
export const DateField = ({ value, onChange, ...props }: Props) => (
  <DatesProvider settings={{ locale: language(), firstDayOfWeek: 1 }}>
    <DateInput
      valueFormat="D MMM YYYY"
      placeholder={t('day month year')}
      clearable
      {...props}
      value={value || null}
      onChange={(day) => onChange?.(day)}
      dateParser={(text) => parseDay(text)}
    />
  </DatesProvider>
)
