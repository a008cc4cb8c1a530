import { t } from '../i18n.ts'
import { DateField } from './date-field.tsx'

interface Props {
  from: string | undefined
  to: string | undefined
  /** A day, or '' for none. */
  onFrom: (day: string) => void
  onTo: (day: string) => void
  /** The two boxes in words. */
  labels?: readonly [from: string, to: string]
}

/** From which day to which, both included. */
export const DaysFilter = ({ from, to, onFrom, onTo, labels: [first, last] = [t('From date'), t('To date')] }: Props) => (
  <>
    <DateField daysOnly aria-label={first} placeholder={first} value={from} maxDate={to} onChange={(day) => onFrom(day ?? '')} />
    <DateField daysOnly aria-label={last} placeholder={last} value={to} minDate={from} onChange={(day) => onTo(day ?? '')} />
  </>
)
