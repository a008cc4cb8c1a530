import { Button, Checkbox, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInsuranceCompanies } from '#features/insurance/contract.ts'
import { query } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { genderChoices } from './patient-words.ts'
import type { ListUrl, SetListUrl } from './use-patient-rows.ts'

const InsurerFilter = ({ value, onChange }: { value: number | undefined; onChange: (id: string) => void }) => {
  const { data = [] } = useQuery(query(listInsuranceCompanies, { query: {} }))
  return (
    <Select
      aria-label={t('Insurance company')}
      placeholder={t('Any insurance')}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

/** Narrows the list; kept in the address, so that a filtered list can be sent to somebody. */
export const PatientFilters = ({ url, setUrl }: { url: ListUrl; setUrl: SetListUrl }) => {
  const { can } = useRights()
  // A phone has room for the rows or for the filters.
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="list-filters" data-open={isOpen || undefined}>
      <Button
        className="only-phone"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
      <Select
        aria-label={t('Sex')}
        placeholder={t('Any sex')}
        data={genderChoices()}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={url.gender ?? null}
        onChange={(gender) => setUrl({ gender: gender ?? '' })}
      />
      {can(listInsuranceCompanies) && (
        <InsurerFilter value={url.insurance_company_id} onChange={(insurance_company_id) => setUrl({ insurance_company_id })} />
      )}
      <DateField
        daysOnly
        aria-label={t('Registered from')}
        placeholder={t('Registered from')}
        value={url.registered_from}
        maxDate={url.registered_to}
        onChange={(day) => setUrl({ registered_from: day ?? '' })}
      />
      <DateField
        daysOnly
        aria-label={t('Registered to')}
        placeholder={t('Registered to')}
        value={url.registered_to}
        minDate={url.registered_from}
        onChange={(day) => setUrl({ registered_to: day ?? '' })}
      />
      <Checkbox
        label={t('Deactivated')}
        checked={url.active === 'false'}
        onChange={(event) => setUrl({ active: event.currentTarget.checked ? 'false' : '' })}
      />
    </div>
  )
}
