import { MultiSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { listAudienceGroups } from '../contract.ts'

/** Whom it is for, as the boxes hold it. */
type AudienceValues = {
  staff: 'everybody' | 'groups' | 'nobody'
  groups: string[]
  patients: boolean
}
export const everybody: AudienceValues = { staff: 'everybody', groups: [], patients: false }

/** The same as the contract has it. */
export const audienceOf = ({ staff, groups, patients }: AudienceValues) => ({
  staff: staff === 'everybody',
  groups: staff === 'groups' ? groups.map(Number) : [],
  patients,
})

interface Props {
  value?: AudienceValues
  onChange?: (value: AudienceValues) => void
  error?: ReactNode
}

/** Whom an announcement is for: everybody who works here, some groups of them, and patients with an account. */
export const AudienceField = ({ value = everybody, onChange, error }: Props) => {
  const { data: groups = [] } = useQuery(query(listAudienceGroups))
  const change = (part: Partial<AudienceValues>) => onChange?.({ ...value, ...part })
  return (
    <div className="form-stack">
      <ChoiceField
        label={t('For those who work here')}
        data={[
          { value: 'everybody', label: t('Everybody') },
          { value: 'groups', label: t('Some groups') },
          { value: 'nobody', label: t('Nobody') },
        ]}
        value={value.staff}
        onChange={(staff) => change({ staff })}
        error={value.staff === 'groups' ? undefined : error}
      />
      {value.staff === 'groups' && (
        <MultiSelect
          label={t('Groups')}
          required
          searchable
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value.groups}
          onChange={(chosen) => change({ groups: chosen })}
          error={error}
        />
      )}
      <Switch
        label={t('Patients with an account read it, too')}
        checked={value.patients}
        onChange={(event) => change({ patients: event.currentTarget.checked })}
      />
    </div>
  )
}
