import { useQuery } from '@tanstack/react-query'
import { listDoctors } from '#features/users/contract.ts'
import { query } from '#web/calls/api.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

/** What the doctors are called, by id; null is any doctor. */
export const useDoctorNames = () => {
  const { data: doctors = [] } = useQuery(query(listDoctors))
  const names = new Map(doctors.map((doctor) => [doctor.id, fullName({ ...doctor, second_name: null })]))
  return {
    options: [...names].map(([id, label]) => ({ value: String(id), label })),
    nameOfDoctor: (id: number | null) => (id === null ? t('Any doctor') : (names.get(id) ?? t('Doctor'))),
  }
}
