import { t } from '#web/i18n.ts'
import { DoctorPicker, ServicePicker } from '../choice-picker.tsx'
import type { Place } from './calls.ts'
import { Question } from './parts.tsx'

/** What for. */
export const ServiceScreen = ({ place, item, choose }: { place: Place; item: number | null; choose: (item: number) => void }) => (
  <>
    <Question>{t('What would you like to book?')}</Question>
    {place.intro && <p className="intro">{place.intro}</p>}
    <ServicePicker services={place.services} item={item} choose={choose} />
  </>
)

interface DoctorProps {
  doctors: Place['doctors']
  doctor: number | 'any' | null
  choose: (doctor: number | 'any') => void
}
/** With whom. */
export const DoctorScreen = (choice: DoctorProps) => (
  <>
    <Question>{t('Whom would you like to see?')}</Question>
    <DoctorPicker {...choice} />
  </>
)
