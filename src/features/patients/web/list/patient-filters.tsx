import { Checkbox } from '@mantine/core'
import { InsurerField } from '#features/insurance/web/insurer-field.tsx'
import { t } from '#web/i18n.ts'
import { FieldFilters } from '#web/record/field-filters.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { genderWord } from '../patient-words.ts'
import { filters, type ListUrl, type SetListUrl } from './use-patient-rows.ts'

/** Narrows the list; kept in the address, so that a filtered list can be sent to somebody. */
export const PatientFilters = ({ url, setUrl }: { url: ListUrl; setUrl: SetListUrl }) => {
  return (
    <Filters className="list-filters">
      <FieldFilters fields={filters} values={url} words={{ gender: genderWord }} onChange={setUrl} />
      <InsurerField
        placeholder={t('Any insurance')}
        value={url.insurance_company_id}
        onChange={(insurance_company_id) => setUrl({ insurance_company_id })}
      />
      <DaysFilter
        labels={[t('Registered from'), t('Registered to')]}
        from={url.registered_from}
        to={url.registered_to}
        onFrom={(registered_from) => setUrl({ registered_from })}
        onTo={(registered_to) => setUrl({ registered_to })}
      />
      <Checkbox
        label={t('Deactivated')}
        checked={url.active === 'false'}
        onChange={(event) => setUrl({ active: event.currentTarget.checked ? 'false' : '' })}
      />
    </Filters>
  )
}
