import { Button } from '@mantine/core'
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
import '#web/ui/document.css'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import '../lab-room.css'
import '../results/results.css'
import { WorkFilters } from './work-filters.tsx'
import './work.css'

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
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
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
      title={t('Nothing like that is to be done')}
      action={<Button onClick={() => set({ profile: '', section: '', specimen: '', received: '', q: '' })}>{t('Show all work')}</Button>}
    />
  ) : (
    <Empty icon={IconFlask2} title={t('Everything is done')}>
      {t('What is asked for appears here by itself, the urgent first.')}
    </Empty>
  )
  return (
    <Page
      title={t('Work list')}
      sub={counted(work, ({ rows }) => t('{{n}} samples to do', { count: rows.length, n: number(rows.length) }))}
    >
      <WorkFilters of={choice} view={view} onChange={set} onScan={(code) => set({ q: code })} />
      <FourStates of={work} loading={<Loading rows={12} height={28} />}>
        {(data) => (
          <Suspense fallback={<Loading rows={12} height={28} />}>
            <WorkSheet key={JSON.stringify(asked)} work={data} asked={asked} view={view} empty={empty} />
          </Suspense>
        )}
      </FourStates>
    </Page>
  )
}
