import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { minutes } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Place } from './calls.ts'
import { Question } from './parts.tsx'

interface ChoiceProps {
  name: string
  more?: ReactNode
  isChosen: boolean
  choose: () => void
}
const Choice = ({ name, more, isChosen, choose }: ChoiceProps) => (
  <li>
    <button type="button" className="choice" aria-current={isChosen ? 'true' : undefined} onClick={choose}>
      <span className="grow">
        <b>{name}</b>
        {more && <span className="hint">{more}</span>}
      </span>
      {isChosen ? <IconCheck size={20} aria-hidden /> : <IconChevronRight size={20} aria-hidden />}
    </button>
  </li>
)

/** What for. */
export const ServiceScreen = ({ place, item, choose }: { place: Place; item: number | null; choose: (item: number) => void }) => (
  <>
    <Question>{t('What would you like to book?')}</Question>
    {place.intro && <p className="intro">{place.intro}</p>}
    <ul className="choices">
      {place.services.map((one) => (
        <Choice
          key={one.id}
          name={one.name}
          more={one.minutes === null ? undefined : minutes(one.minutes)}
          isChosen={one.id === item}
          choose={() => choose(one.id)}
        />
      ))}
    </ul>
  </>
)

interface DoctorProps {
  doctors: Place['doctors']
  doctor: number | 'any' | null
  choose: (doctor: number | 'any') => void
}
/** With whom; whoever is free first stands above all. */
export const DoctorScreen = ({ doctors, doctor, choose }: DoctorProps) => (
  <>
    <Question>{t('Whom would you like to see?')}</Question>
    <ul className="choices">
      <Choice name={t('Any doctor')} more={t('The most free times')} isChosen={doctor === 'any'} choose={() => choose('any')} />
      {doctors.map((one) => (
        <Choice key={one.id} name={one.name} isChosen={one.id === doctor} choose={() => choose(one.id)} />
      ))}
    </ul>
  </>
)
