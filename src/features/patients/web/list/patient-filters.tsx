import { Checkbox, Select } from '@mantine/core'
import { InsurerField } from '#features/insurance/web/insurer-field.tsx'
import { t } from '#web/i18n.ts'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { genderChoices } from '../patient-words.ts'
import type { ListUrl, SetListUrl } from './use-patient-rows.ts'

/** Narrows the list; kept in the address, so that a filtered list can be sent to somebody. */
export const PatientFilters = ({ url, setUrl }: { url: ListUrl; setUrl: SetListUrl }) => {
  return (
    <Filters className="list-filters">
      <Select
        aria-label={t('Sex')}
        placeholder={t('Any sex')}
        data={genderChoices()}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={url.gender ?? null}
        onChange={(gender) => setUrl({ gender: gender ?? '' })}
      />
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
