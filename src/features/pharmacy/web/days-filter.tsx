import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'

interface Props {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string; to?: string }) => void
}

/** Days of the clinic, both included. */
export const DaysFilter = ({ from, to, onChange }: Props) => (
  <>
    <DateField
      daysOnly
      aria-label={t('From')}
      placeholder={t('From')}
      value={from ?? ''}
      {...(to !== undefined && { maxDate: to })}
      onChange={(day) => onChange({ from: day ?? '' })}
    />
    <DateField
      daysOnly
      aria-label={t('To')}
      placeholder={t('To')}
      value={to ?? ''}
      {...(from !== undefined && { minDate: from })}
      onChange={(day) => onChange({ to: day ?? '' })}
    />
  </>
)
