import { Checkbox, Select } from '@mantine/core'
import { InsurerField } from '#features/insurance/web/insurer-field.tsx'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { invoiceStatuses } from '#features/billing/contract.ts'
import { billStatus } from '../bill-words.ts'
import type { InvoiceUrl, SetInvoiceUrl } from './use-invoice-rows.ts'

/** Narrows the list of bills; kept in the address, so that a list can be sent to somebody. */
export const InvoiceFilters = ({ url, setUrl }: { url: InvoiceUrl; setUrl: SetInvoiceUrl }) => {
  const { allowed } = useRights()
  return (
    <Filters className="till-filters">
      <Select
        aria-label={t('State')}
        placeholder={t('Every state')}
        data={invoiceStatuses.map((value) => ({ value, label: billStatus(value).word }))}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={url.status ?? null}
        onChange={(status) => setUrl({ status: status ?? '' })}
      />
      <InsurerField
        placeholder={t('Any payer')}
        value={url.insurance_company}
        onChange={(insurance_company) => setUrl({ insurance_company })}
      />
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
      <DaysFilter
        labels={[t('Issued from'), t('Issued to')]}
        from={url.start_date}
        to={url.end_date}
        onFrom={(start_date) => setUrl({ start_date })}
        onTo={(end_date) => setUrl({ end_date })}
      />
      <Checkbox
        label={t('Still open')}
        checked={url.open === 'true'}
        onChange={(event) => setUrl({ open: event.currentTarget.checked ? 'true' : '' })}
      />
    </Filters>
  )
}
