import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBookableServices, listRooms } from '#features/schedules/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useDoctorNames } from '../use-doctor-names.ts'

type Props = Omit<SelectProps, 'data' | 'onChange' | 'value'> & { value?: string; onChange?: (id: string) => void }

const Picker = ({ data, value, onChange, ...props }: Props & { data: NonNullable<SelectProps['data']> }) => (
  <Select
    searchable
    // Tab goes through: the list opens by typing, an arrow or a press.
    openOnFocus={false}
    clearable
    clearButtonProps={{ 'aria-label': t('Clear') }}
    nothingFoundMessage={t('Nothing found')}
    data={data}
    {...props}
    value={value || null}
    onChange={(id) => onChange?.(id ?? '')}
  />
)

/** What the patient comes for; '' leaves it open. */
export const ServiceField = (props: Props) => {
  const { data = [] } = useQuery(query(listBookableServices, { query: {} }))
  const options = data.map(({ id, name, minutes }) => ({
    value: String(id),
    label: minutes === null ? name : t('{name} · {n} min', { name, n: minutes }),
  }))
  return <Picker label={t('Service')} placeholder={t('All services')} data={options} {...props} />
}

/** Whom the patient sees; '' is any doctor. */
export const AnyDoctorField = (props: Props) => {
  const { options } = useDoctorNames()
  return <Picker label={t('Doctor')} placeholder={t('Any doctor')} data={options} {...props} />
}

/** Where; '' is the session's own room. */
export const RoomField = (props: Props) => {
  const { data = [] } = useQuery(query(listRooms, { query: { active: 'true' } }))
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }))
  return <Picker label={t('Room')} placeholder={t('Any room')} data={options} {...props} />
}
