import { Button, Checkbox, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInsuranceCompanies } from '#features/insurance/contract.ts'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { query } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { invoiceStatuses } from '../contract.ts'
import { billStatus } from './bill-words.ts'
import type { InvoiceUrl, SetInvoiceUrl } from './use-invoice-rows.ts'

const InsurerFilter = ({ value, onChange }: { value: number | undefined; onChange: (id: string) => void }) => {
  const { data = [] } = useQuery(query(listInsuranceCompanies, { query: {} }))
  return (
    <Select
      aria-label={t('Insurance company')}
      placeholder={t('Any payer')}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

/** Narrows the list of bills; kept in the address, so that a list can be sent to somebody. */
export const InvoiceFilters = ({ url, setUrl }: { url: InvoiceUrl; setUrl: SetInvoiceUrl }) => {
  const { can, allowed } = useRights()
  // A phone has room for the rows or for the filters.
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="till-filters" data-open={isOpen || undefined}>
      <Button
        className="only-phone"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
      <Select
        aria-label={t('State')}
        placeholder={t('Any state')}
        data={invoiceStatuses.map((value) => ({ value, label: billStatus(value).word }))}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={url.status ?? null}
        onChange={(status) => setUrl({ status: status ?? '' })}
      />
      {can(listInsuranceCompanies) && (
        <InsurerFilter value={url.insurance_company} onChange={(insurance_company) => setUrl({ insurance_company })} />
      )}
      {allowed('patients.view') && (
        <PatientPicker
          key={url.patient_id ?? 'any'}
          aria-label={t('Patient')}
          placeholder={url.patient_id === undefined ? t('Any patient') : t('One patient')}
          clearButtonProps={{ 'aria-label': t('Clear') }}
          value={url.patient_id ?? null}
          onChange={(id) => setUrl({ patient_id: id === null ? '' : String(id) })}
        />
      )}
      <DateField
        daysOnly
        aria-label={t('Issued from')}
        placeholder={t('Issued from')}
        value={url.start_date}
        maxDate={url.end_date}
        onChange={(day) => setUrl({ start_date: day ?? '' })}
      />
      <DateField
        daysOnly
        aria-label={t('Issued to')}
        placeholder={t('Issued to')}
        value={url.end_date}
        minDate={url.start_date}
        onChange={(day) => setUrl({ end_date: day ?? '' })}
      />
      <Checkbox
        label={t('Still open')}
        checked={url.open === 'true'}
        onChange={(event) => setUrl({ open: event.currentTarget.checked ? 'true' : '' })}
      />
    </div>
  )
}
