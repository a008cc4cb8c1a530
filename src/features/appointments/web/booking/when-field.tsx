import { Button, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addDays } from '#shared/zoned.ts'
import { minutes, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Note } from '#web/ui/status.tsx'
import type { AppointmentOnScreen, Slot } from '../appointment-shape.ts'
import { whenText } from '../appointment-labels.ts'
import { RoomField } from './place-fields.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { useDoctorNames } from '../use-doctor-names.ts'
import type { When } from './when-values.ts'
import styles from '../appointments.module.css'

const Typed = ({ value, onChange }: { value: When; onChange: (change: Partial<When>) => void }) => (
  <div className={`grid items-start gap-5 phone-two ${styles.bookTyped}`}>
    <DateField
      label={t('Day')}
      required
      value={value.day}
      minDate={today()}
      maxDate={addDays(today(), 365)}
      onChange={(day) => onChange({ day: day ?? '' })}
    />
    <TextInput
      label={t('Time')}
      required
      placeholder="09:20"
      autoComplete="off"
      inputMode="numeric"
      value={value.time}
      onChange={(event) => onChange({ time: event.currentTarget.value })}
    />
    <NumberInput
      label={t('Minutes')}
      placeholder={t('default')}
      min={5}
      max={480}
      step={5}
      allowDecimal={false}
      hideControls
      value={value.minutes === '' ? '' : Number(value.minutes)}
      onChange={(length) => onChange({ minutes: String(length) })}
    />
    <RoomField value={value.room} onChange={(room) => onChange({ room })} />
  </div>
)

interface Props {
  value: When
  doctor: number | null
  item: number | null
  /** The appointment that is moved, and how long it stays. */
  moving?: Pick<AppointmentOnScreen, 'id' | 'minutes' | 'appointment_date_time' | 'doctor'> | undefined
  /** The first day that is looked at. */
  from?: string | undefined
  error: string | null
  onChange: (when: When) => void
  /** A free time was pressed: on to what comes next. */
  onChosen?: (() => void) | undefined
}

/** When: one of the free times, or a day and time that are typed. */
export const WhenField = ({ value, doctor, item, moving, from, error, onChange, onChosen }: Props) => {
  const { nameOfDoctor } = useDoctorNames()
  // A time that came with the dialog needs no list of others until somebody asks for it.
  const [isOpen, setOpen] = useState(value.slot === null)
  const { slot, others, isTyped } = value
  const isUnassigned = isTyped ? doctor === null : slot !== null && slot.doctor === null
  const choose = (chosen: Slot, all: readonly Slot[]) => {
    onChange({ ...value, slot: chosen, others: all })
    onChosen?.()
  }
  return (
    <div data-when role="group" aria-label={t('When')}>
      <div className={`in-row wrap gap-2-5 ${styles.whenHead}`}>
        <span className="flex-1 label">{t('When')}</span>
        {!isTyped && !isOpen && (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
            {t('Other free times')}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...value, isTyped: !isTyped })}>
          {isTyped ? t('Choose a free time') : t('Enter day and time')}
        </Button>
      </div>
      {isTyped ? (
        <Typed value={value} onChange={(change) => onChange({ ...value, ...change })} />
      ) : (
        <>
          {slot && (
            <div className={`in-row wrap round-l gap-2-5 pad-4-5 mb-4 outlined-accent accent-soft ${styles.whenChosen} num`} role="status">
              <span>
                <b>{whenText(slot.start)}</b>
                {slot.minutes !== null && ` · ${minutes(slot.minutes)}`}
                {slot.doctor !== null && (
                  <>
                    {' · '}
                    <b>{t('with {doctor}', { doctor: nameOfDoctor(slot.doctor) })}</b>
                  </>
                )}
              </span>
              {others.length > 1 && (
                <span className="row wrap" role="group" aria-label={t('Doctor')}>
                  {others.map((other) => (
                    <button
                      key={other.doctor}
                      type="button"
                      className={`plain inline-row surface round-m gap-2 pad-0-4 hovers outlined-strong relative justify-centre ${styles.slot}`}
                      aria-pressed={other.doctor === slot.doctor}
                      onClick={() => onChange({ ...value, slot: other })}
                    >
                      {nameOfDoctor(other.doctor)}
                    </button>
                  ))}
                </span>
              )}
            </div>
          )}
          {isOpen && (
            <SlotPicker
              key={`${doctor} ${item} ${from}`}
              label={t('Free times')}
              doctor={doctor}
              item={item}
              moving={moving?.id}
              without={moving && { start: moving.appointment_date_time, doctor: moving.doctor }}
              minutes={moving?.minutes}
              from={from}
              value={slot}
              nameOfDoctor={nameOfDoctor}
              onChoose={choose}
            />
          )}
        </>
      )}
      {isUnassigned && (
        <Note tone="attention">{t('No doctor selected: no slot is reserved. Choose a doctor or one of the free times.')}</Note>
      )}
      {error !== null && (
        <p className="small critical-text mt-2" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
