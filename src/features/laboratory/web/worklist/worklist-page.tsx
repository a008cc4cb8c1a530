import { Button, Checkbox, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFlask2, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { getWorklist } from '#features/laboratory/contract-results.ts'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listPanels, listProfiles, listSpecimens } from '#features/lab-catalogue/contract.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { PHONE } from '#web/look/tokens.ts'

interface WorkChoice {
  profile: number | undefined
  section: string | undefined
  specimen: number | undefined
  received: 'true' | undefined
  view: 'grid' | 'forms' | undefined
  q: string | undefined
}
interface Props {
  choice: WorkChoice
  view: 'grid' | 'forms'
  onChange: (change: Partial<Record<keyof WorkChoice, string>>) => void
  onScan: (code: string) => void
}

/** What of the laboratory's work is shown: one profile, section or specimen, as a sheet or sample by sample. */
const WorkFilters = ({ choice, view, onChange, onScan }: Props) => {
  const { data: profiles = [] } = useQuery(query(listProfiles, { query: { active: 'true' } }))
  const { data: specimens = [] } = useQuery(query(listSpecimens, { query: {} }))
  const { data: panels = [] } = useQuery({ ...query(listPanels, { query: { active: 'true' } }), staleTime: Infinity })
  const sections = [...new Set(panels.map(({ section }) => section).filter(Boolean))]
  const clear = { clearable: true, searchable: true, clearButtonProps: { 'aria-label': t('Clear') } } as const
  return (
    <div className="doc-tools" role="search">
      <SearchField
        label={t('Sample number, patient or scan')}
        value={choice.q ?? ''}
        onChange={(q) => onChange({ q })}
        onEnter={(text) => text.trim() !== '' && onScan(text.trim())}
      />
      <Select
        {...clear}
        aria-label={t('Profile')}
        placeholder={t('Any profile')}
        data={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={choice.profile === undefined ? null : String(choice.profile)}
        onChange={(value) => onChange({ profile: value ?? '' })}
      />
      <Select
        {...clear}
        aria-label={t('Section')}
        placeholder={t('All sections')}
        data={sections}
        value={choice.section ?? null}
        onChange={(value) => onChange({ section: value ?? '' })}
      />
      <Select
        {...clear}
        aria-label={t('Specimen')}
        placeholder={t('Any specimen')}
        data={specimens.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={choice.specimen === undefined ? null : String(choice.specimen)}
        onChange={(value) => onChange({ specimen: value ?? '' })}
      />
      <Checkbox
        label={t('Only received samples')}
        checked={choice.received === 'true'}
        onChange={(event) => onChange({ received: event.currentTarget.checked ? 'true' : '' })}
      />
      <span className="grow" />
      <span className="labels-hidden">
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

// Comes while the list is asked for.
const WorkSheet = lazy(async () => ({ default: (await import('./work-sheet.tsx')).WorkSheet }))

const url = {
  profile: Id,
  section: z.string().max(60),
  specimen: Id,
  received: z.literal('true'),
  view: z.enum(['grid', 'forms']),
  q: z.string().max(100),
}
const MOST = 500
const MOST_FORMS = 100

/** What is to be done in the laboratory: a sheet of one profile, section or specimen, or sample by sample where work is mixed. */
export const WorklistPage = () => {
  const [choice, set] = useUrlState(url)
  const isPhone = useMediaQuery(PHONE) ?? false
  const { profile, section, specimen, received, q } = choice
  const isChosen = profile !== undefined || section !== undefined || specimen !== undefined
  const view = choice.view ?? (isChosen && !isPhone ? 'grid' : 'forms')
  const asked = {
    show: 'work' as const,
    ...(profile !== undefined && { profile }),
    ...(section && { section }),
    ...(specimen !== undefined && { specimen }),
    ...(received && { received }),
    ...(q && { q }),
    limit: view === 'grid' ? MOST : MOST_FORMS,
  }
  const work = useQuery(query(getWorklist, { query: asked }))
  const isFiltered = isChosen || Boolean(q) || received !== undefined
  const empty = isFiltered ? (
    <Empty
      icon={IconSearch}
      title={t('No matching work')}
      action={<Button onClick={() => set({ profile: '', section: '', specimen: '', received: '', q: '' })}>{t('Clear filters')}</Button>}
    />
  ) : (
    <Empty icon={IconFlask2} title={t('Work list is empty')}>
      {t('Requested tests appear here automatically, urgent first.')}
    </Empty>
  )
  return (
    <Page
      title={t('Work list')}
      sub={counted(work, ({ rows }) =>
        t('{count, plural, one {{n} sample to do} other {{n} samples to do}}', { count: rows.length, n: number(rows.length) }),
      )}
    >
      <WorkFilters choice={choice} view={view} onChange={set} onScan={(code) => set({ q: code })} />
      <FourStates query={work} loading={<Loading rows={12} height={28} />}>
        {(data) => (
          <Suspense fallback={<Loading rows={12} height={28} />}>
            <WorkSheet key={JSON.stringify(asked)} work={data} asked={asked} view={view} empty={empty} />
          </Suspense>
        )}
      </FourStates>
    </Page>
  )
}
