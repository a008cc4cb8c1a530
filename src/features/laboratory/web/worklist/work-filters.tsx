import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPanels, listProfiles } from '#features/lab-catalogue/contract.ts'
import { listSpecimens } from '#features/lab-catalogue/contract-settings.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

export interface WorkChoice {
  profile: number | undefined
  section: string | undefined
  specimen: number | undefined
  received: 'true' | undefined
  view: 'grid' | 'forms' | undefined
  q: string | undefined
}
interface Props {
  of: WorkChoice
  view: 'grid' | 'forms'
  onChange: (change: Partial<Record<keyof WorkChoice, string>>) => void
  onScan: (code: string) => void
}

/** What of the laboratory's work is shown: one profile, section or specimen, as a sheet or sample by sample. */
export const WorkFilters = ({ of, view, onChange, onScan }: Props) => {
  const { data: profiles = [] } = useQuery(query(listProfiles, { query: { active: 'true' } }))
  const { data: specimens = [] } = useQuery(query(listSpecimens, { query: {} }))
  const { data: panels = [] } = useQuery({ ...query(listPanels, { query: { active: 'true' } }), staleTime: Infinity })
  const sections = [...new Set(panels.map(({ section }) => section).filter(Boolean))]
  const clear = { clearable: true, searchable: true, clearButtonProps: { 'aria-label': t('Clear') } } as const
  return (
    <div className="doc-tools" role="search">
      <SearchField
        label={t('Number on the label, patient, or scan')}
        value={of.q ?? ''}
        onChange={(q) => onChange({ q })}
        onEnter={(text) => text.trim() !== '' && onScan(text.trim())}
      />
      <Select
        {...clear}
        aria-label={t('Profile')}
        placeholder={t('Any profile')}
        data={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={of.profile === undefined ? null : String(of.profile)}
        onChange={(value) => onChange({ profile: value ?? '' })}
      />
      <Select
        {...clear}
        aria-label={t('Section')}
        placeholder={t('Every section')}
        data={sections}
        value={of.section ?? null}
        onChange={(value) => onChange({ section: value ?? '' })}
      />
      <Select
        {...clear}
        aria-label={t('Specimen')}
        placeholder={t('Any specimen')}
        data={specimens.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={of.specimen === undefined ? null : String(of.specimen)}
        onChange={(value) => onChange({ specimen: value ?? '' })}
      />
      <Checkbox
        label={t('Only received samples')}
        checked={of.received === 'true'}
        onChange={(event) => onChange({ received: event.currentTarget.checked ? 'true' : '' })}
      />
      <span className="grow" />
      <span className="work-view">
        <ChoiceField
          label={t('View')}
          data={[
            { value: 'grid', label: t('Sheet') },
            { value: 'forms', label: t('By sample') },
          ]}
          value={view}
          onChange={(value) => onChange({ view: value })}
        />
      </span>
    </div>
  )
}
