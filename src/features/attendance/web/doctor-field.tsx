import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listDoctors } from '#features/users/contract.ts'
import { query } from '#web/calls/api.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { listVisits } from '../contract.ts'
import { isLeftOpen } from '../rules.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

const MANY = 100

/** Open visits by doctor, without those that were left open on earlier days; null when there are more than one page of them, because a count that is too small misleads. */
const useOpenCounts = () => {
  const { data } = useQuery(query(listVisits, { query: { open: 'true', limit: MANY } }))
  if (!data || data.length >= MANY) return null
  const counts = new Map<number, number>()
  for (const visit of data) {
    const { doctor } = visit
    if (doctor !== null && !isLeftOpen(visit, clinicNow())) counts.set(doctor, (counts.get(doctor) ?? 0) + 1)
  }
  return counts
}

/** Chooses a doctor, each with the number of patients who wait for them or are with them. `''` is any doctor. */
export const DoctorField = ({
  value,
  onChange,
  ...props
}: Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (id: string) => void }) => {
  const { data: doctors = [] } = useQuery(query(listDoctors))
  const counts = useOpenCounts()
  const labelOf = (doctor: (typeof doctors)[number]) => {
    const name = fullName({ ...doctor, second_name: null })
    return counts
      ? t('{count, plural, one {{name} · # patient} other {{name} · # patients}}', { name, count: counts.get(doctor.id) ?? 0 })
      : name
  }
  return (
    <Select
      label={t('Doctor')}
      placeholder={t('Any doctor')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      nothingFoundMessage={t('No matching doctor')}
      data={doctors.map((doctor) => ({ value: String(doctor.id), label: labelOf(doctor) }))}
      {...props}
      value={value || null}
      onChange={(id) => onChange?.(id ?? '')}
    />
  )
}
