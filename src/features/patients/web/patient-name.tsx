import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

export interface Named {
  first_name: string
  second_name: string
  other_names?: string | null
  is_unidentified?: boolean
  found_at?: string | null
}

/** What a patient is called, as text: `Unknown (Market road, 14:00)` for somebody nobody knows yet. */
export const nameOf = (patient: Named): string => {
  if (!patient.is_unidentified) return fullName(patient)
  return patient.found_at ? `${t('Unknown')} (${patient.found_at})` : t('Unknown')
}

/** A patient's name, kept apart from the writing direction of what stands around it. */
export const PatientName = ({ patient, className }: { patient: Named; className?: string }) => (
  <bdi className={className} title={nameOf(patient)}>
    {nameOf(patient)}
  </bdi>
)
