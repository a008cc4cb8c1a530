import { useId } from 'react'
import { parseDay } from '#web/text/day-text.ts'
import { longDay, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { ScreenName } from './answers.ts'
import type { Place } from './calls.ts'
import { write } from './draft.ts'
import { doctorsFor } from './place.ts'
import { Fact, Question, Wrong } from './parts.tsx'
import type { WhoProps } from './who-screens.tsx'

interface Line {
  screen: ScreenName
  label: string
  value: string
}

const genders = () => ({ '': '', female: t('Female'), male: t('Male'), other: t('Other') })

const factsOf = (place: Place, { draft, today }: Pick<WhoProps, 'draft' | 'today'>): Line[] => {
  const day = draft.start === null ? '' : longDay(wallTimeOf(new Date(draft.start), place.time_zone).day)
  const doctor = place.doctors.find(({ id }) => id === draft.doctor)?.name ?? t('Any doctor')
  const born = parseDay(draft.born, Number(today.slice(0, 4)))
  return [
    { screen: 'service', label: t('Service'), value: place.services.find(({ id }) => id === draft.item)?.name ?? '' },
    ...(doctorsFor(place, draft.item).length > 1 ? [{ screen: 'doctor' as const, label: t('Doctor'), value: doctor }] : []),
    { screen: 'time', label: t('Time'), value: draft.start === null ? '' : `${day}, ${time(draft.start)}` },
    { screen: 'name', label: t('Name'), value: `${draft.first_name} ${draft.second_name}` },
    { screen: 'birth', label: t('Born'), value: [born && longDay(born), genders()[draft.gender]].filter(Boolean).join(', ') },
    { screen: 'contact', label: t('Contact'), value: [draft.phone, draft.email].filter((text) => text.trim() !== '').join(', ') },
    { screen: 'reason', label: t('About'), value: draft.reason },
  ]
}

/** Everything once more, each with a way to change it, and the words to agree to. */
export const CheckScreen = ({ place, change, ...who }: WhoProps & { place: Place; change: (screen: ScreenName) => void }) => {
  const id = useId()
  const { draft, errors } = who
  const wrong = draft.consented ? undefined : errors.consented
  return (
    <>
      <Question>{t('Is everything right?')}</Question>
      <ul className="facts">
        {factsOf(place, who).map(({ screen, label, value }) => (
          <Fact key={screen} label={label} value={value}>
            <button type="button" className="change" aria-label={t('Change: {{what}}', { what: label })} onClick={() => change(screen)}>
              {t('Change')}
            </button>
          </Fact>
        ))}
      </ul>
      <div>
        <label className="consent">
          <input
            type="checkbox"
            name="consented"
            checked={draft.consented}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}e` : undefined}
            onChange={(event) => write({ consented: event.currentTarget.checked, consent_version: place.consent.version })}
          />
          <span>{place.consent.text}</span>
        </label>
        {wrong && <Wrong id={`${id}e`}>{wrong}</Wrong>}
      </div>
    </>
  )
}
