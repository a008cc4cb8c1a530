import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { daysOf, spanOf, type Days } from './days.ts'

/** Which days: by a word, or by the first and the last of them. */
export const DaysPicker = ({ days, onChange }: { days: Days; onChange: (days: Days) => void }) => {
  const now = today()
  return (
    <div className="row wrap dash-days" role="group" aria-label={t('Days')}>
      <ChoiceField
        label={t('Days')}
        data={[
          { value: 'today', label: t('Today') },
          { value: 'week', label: t('7 days') },
          { value: 'month', label: t('30 days') },
        ]}
        value={spanOf(days, now) ?? ''}
        onChange={(span) => onChange(daysOf(span, now))}
      />
      <DateField
        daysOnly
        aria-label={t('First day')}
        value={days.from}
        maxDate={days.to}
        onChange={(from) => from && onChange({ from, to: from > days.to ? from : days.to })}
      />
      <DateField
        daysOnly
        aria-label={t('Last day')}
        value={days.to}
        onChange={(to) => to && onChange({ from: to < days.from ? to : days.from, to })}
      />
    </div>
  )
}
