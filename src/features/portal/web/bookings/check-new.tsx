import { Button, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { FreeTime } from '#features/booking/web/time-picker.tsx'
import { messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { OwnFacts } from '../own-line.tsx'
import type { Place } from './calls.ts'
import { timeWord } from './words.ts'

interface Props {
  place: Place
  item: number | null
  time: FreeTime
  reason: string
  onReason: (reason: string) => void
  isBooking: boolean
  error: unknown
  book: () => void
}
/** All that was chosen, what it is about, and the button that books. */
export const CheckNew = ({ place, item, time, reason, onReason, isBooking, error, book }: Props) => {
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') book()
  }
  return (
    <form className="own-stack" onSubmit={submit}>
      <section className="section" aria-label={t('Your appointment')}>
        <p className="own-big">{timeWord(time)}</p>
        <OwnFacts
          rows={[
            [t('Service'), place.services.find(({ id }) => id === item)?.name],
            [t('Doctor'), place.doctors.find(({ id }) => id === time.doctor)?.name],
            [t('Where'), [place.clinic.name, place.clinic.address].filter(Boolean).join(', ')],
          ]}
        />
      </section>
      <Textarea
        label={t('What is it about?')}
        maxLength={300}
        autosize
        minRows={2}
        value={reason}
        error={isMissing ? t('Say in a few words what it is about.') : undefined}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      {error != null && (
        <Note tone="critical" alert>
          {messageOf(error)}
        </Note>
      )}
      <div className="own-foot">
        <Button type="submit" variant="filled" loading={isBooking}>
          {t('Book the appointment')}
        </Button>
      </div>
    </form>
  )
}
