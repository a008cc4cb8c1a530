import { Select } from '@mantine/core'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { daysOf, presets, type Days, type Preset } from './ranges.ts'

const word = (preset: Preset | 'own') =>
  ({
    today: t('Today'),
    yesterday: t('Yesterday'),
    week: t('This week'),
    month: t('This month'),
    'last-month': t('Last month'),
    own: t('Own range'),
  })[preset]

interface Props {
  period: 'range' | 'day'
  days: Days
  onPreset: (preset: Preset) => void
  onDays: (days: Days) => void
}

/** Which days: by a word, or by the first and the last of them. A report of one day takes the last. */
export const RangePicker = ({ period, days, onPreset, onDays }: Props) => {
  const now = today()
  const offered = period === 'day' ? presets.slice(0, 2) : presets
  const chosen = offered.find((preset) => {
    const { from, to } = daysOf(preset, now)
    return to === days.to && (period === 'day' || from === days.from)
  })
  const choices = [...offered, ...(period === 'range' || !chosen ? (['own'] as const) : [])].map((value) => ({ value, label: word(value) }))
  const choose = (value: string | null) => {
    const preset = presets.find((known) => known === value)
    if (preset) onPreset(preset)
  }
  return (
    <div className="row wrap report-range no-print" role="group" aria-label={t('Days')}>
      <ChoiceField className="not-phone" aria-label={t('Days')} data={choices} value={chosen ?? 'own'} onChange={choose} />
      <Select
        className="only-phone"
        aria-label={t('Days')}
        data={choices}
        value={chosen ?? 'own'}
        onChange={choose}
        allowDeselect={false}
      />
      {period === 'range' && (
        <DateField
          daysOnly
          className="report-day"
          aria-label={t('First day')}
          value={days.from}
          maxDate={days.to}
          onChange={(from) => from && onDays({ from, to: from > days.to ? from : days.to })}
        />
      )}
      <DateField
        daysOnly
        className="report-day"
        aria-label={period === 'range' ? t('Last day') : t('Day')}
        value={days.to}
        onChange={(to) => to && onDays({ from: period === 'day' || to < days.from ? to : days.from, to })}
      />
    </div>
  )
}
