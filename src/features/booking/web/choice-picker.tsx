import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dataLanguage, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import styles from './pickers.module.css'

interface ChoiceProps {
  name: string
  lang?: string | undefined
  more?: ReactNode
  isChosen: boolean
  choose: () => void
}
const Choice = ({ name, lang, more, isChosen, choose }: ChoiceProps) => (
  <li>
    <button type="button" className={styles.pick} aria-current={isChosen ? 'true' : undefined} onClick={choose}>
      <span className="grow">
        <b lang={lang}>{name}</b>
        {more && <span className={styles.hint}>{more}</span>}
      </span>
      {isChosen ? <IconCheck size={20} aria-hidden /> : <IconChevronRight size={20} aria-hidden />}
    </button>
  </li>
)

interface ServiceProps {
  services: readonly { id: number; name: string; minutes: number | null }[]
  item: number | null
  choose: (item: number) => void
}
/** What for: one service of those that may be booked. */
export const ServicePicker = ({ services, item, choose }: ServiceProps) => (
  <ul className={styles.picks}>
    {services.map((one) => (
      <Choice
        key={one.id}
        name={one.name}
        lang={dataLanguage()}
        more={one.minutes === null ? undefined : minutes(one.minutes)}
        isChosen={one.id === item}
        choose={() => choose(one.id)}
      />
    ))}
  </ul>
)

interface DoctorProps {
  doctors: readonly { id: number; name: string }[]
  doctor: number | 'any' | null
  choose: (doctor: number | 'any') => void
}
/** With whom; whoever is free first stands above all. */
export const DoctorPicker = ({ doctors, doctor, choose }: DoctorProps) => (
  <ul className={styles.picks}>
    <Choice name={t('Any doctor')} more={t('Most free times')} isChosen={doctor === 'any'} choose={() => choose('any')} />
    {doctors.map((one) => (
      <Choice key={one.id} name={one.name} isChosen={one.id === doctor} choose={() => choose(one.id)} />
    ))}
  </ul>
)
