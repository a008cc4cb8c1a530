import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { countSamples } from '#features/laboratory/contract.ts'
import { CollectList } from './collect-list.tsx'
import { CollectTiles, shows } from './collect-tiles.tsx'

const url = { show: z.enum(shows), q: z.string().max(100) }

/** Phlebotomy: whose samples are to be taken, which tubes in which order, and which came to the laboratory. */
export const CollectPage = () => {
  const [{ show = 'collect', q = '' }, set] = useUrlState(url)
  const counts = useQuery(query(countSamples, { query: {} }))
  const sub = counted(counts, (data) =>
    t('{collect} to collect · {receive} to receive', { collect: number(data.to_collect), receive: number(data.to_receive) }),
  )
  return (
    <Page title={t('Collect samples')} sub={sub}>
      <CollectTiles show={show} onShow={(next) => set({ show: next === 'collect' ? '' : next, q: '' })} />
      <CollectList show={show} q={q} onChange={set} />
    </Page>
  )
}
