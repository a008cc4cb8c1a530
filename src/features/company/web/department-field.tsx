import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { listDepartments } from '#calls/company/contract.ts'

interface Props {
  /** The row as it is kept: its department stays a choice, out of use or not. */
  row: { department: number | null; department_name: string | null } | null
  /** The id in words; none is ''. */
  value: string
  onChange: (id: string) => void
  error?: React.ReactNode
  'data-path'?: string
}

/** Chooses a department that is in use, or none. */
export const DepartmentField = ({ row, value, onChange, ...input }: Props) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listDepartments, { query: {} }), enabled: can(listDepartments) })
  const kept = row?.department == null ? null : { value: String(row.department), label: row.department_name ?? '' }
  const inUse = data.filter(({ is_active }) => is_active).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      label={t('Department')}
      placeholder={t('None')}
      searchable
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      data={kept && !inUse.some((one) => one.value === kept.value) ? [...inUse, kept] : inUse}
      {...input}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
