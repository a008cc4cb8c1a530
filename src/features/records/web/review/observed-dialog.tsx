import { Button, Modal } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { instantOf } from '#shared/zoned.ts'
import { clinicZone, date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'

const NOON = '12:00'

/** The instant of a day of which nobody knows the hour: noon, and never one that is still to come. */
const instantIn = (day: string) => {
  const noon = instantOf(day, NOON, clinicZone())
  return (noon.getTime() > clinicNow() ? new Date(clinicNow()) : noon).toISOString()
}

interface Props {
  /** The days that the document names, for one press. */
  days: readonly string[]
  /** What was answered before of the same document. */
  last: string | null
  onChoose: (at: string, day: string) => void
  onClose: () => void
}

/** Asks on which day values were measured, of a document that bears no date. */
export const ObservedDialog = ({ days, last, onChoose, onClose }: Props) => {
  const [day, setDay] = useState(last)
  const isToCome = day !== null && day > today()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (day !== null) onChoose(instantIn(day), day)
  }
  return (
    <Modal opened onClose={onClose} title={t('When was this measured?')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form className="form-stack" onSubmit={submit}>
        <div>{t('The document has no date. Values are recorded under the day they were measured.')}</div>
        <DateField
          data-autofocus
          required
          label={t('Measured on')}
          daysOnly
          value={day}
          onChange={setDay}
          error={isToCome && t('Date and time must not be in the future.')}
        />
        {days.length > 0 && (
          <div className="row wrap" role="group" aria-label={t('Dates')}>
            {days.map((one) => (
              <Button key={one} size="compact-sm" aria-pressed={one === day} onClick={() => setDay(one)}>
                {date(one)}
              </Button>
            ))}
          </div>
        )}
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={day === null || isToCome}>
            {t('Add to the record')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
