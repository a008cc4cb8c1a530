import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { listInsuranceCompanies } from '#calls/insurance/contract.ts'

interface Props {
  /** What none means. */
  placeholder: string
  value: number | undefined
  /** The id in words; none is ''. */
  onChange: (id: string) => void
}

/** Narrows a list to one insurer, for those who may see which there are. */
export const InsurerField = ({ placeholder, value, onChange }: Props) => {
  const { can } = useRights()
  const maySee = can(listInsuranceCompanies)
  const { data = [] } = useQuery({ ...query(listInsuranceCompanies, { query: {} }), enabled: maySee })
  if (!maySee) return null
  return (
    <Select
      aria-label={t('Insurance company')}
      placeholder={placeholder}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
