import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { createLabTestRequest, listLabTestRequests } from '../contract.ts'
import { ordersOf, activeTests } from './asked-orders.ts'
import { AskedTests } from './asked-tests.tsx'
import { ChosenPanel } from './chosen-panel.tsx'
import { TestSearch } from './test-search.tsx'
import { useTests } from './use-tests.ts'

interface Props {
  visit: { id: number; closed_at?: string | null; process_test_req: number | null; gender?: string; pregnancy?: PregnancyOnScreen | null }
}

/** The laboratory's part of the tray of orders: what is requested in this visit with its results, what is being chosen, and the box that finds the next. */
export const TestsPanel = ({ visit }: Props) => {
  const { can } = useRights()
  const process = visit.process_test_req
  const asked = useQuery({ ...query(listLabTestRequests, { query: { process: process ?? 0, limit: 100 } }), enabled: process !== null })
  const { chosen, failure, change } = useTests(visit.id, process)
  const mayAsk = can(createLabTestRequest) && !visit.closed_at && process !== null
  const current = activeTests(asked.data ?? [])
  return (
    <section className="stack min-w-0 gap-4" aria-label={t('Laboratory')}>
      <h3 className="in-row strong size-m gap-4 t3-icons">
        <IconFlask size={16} stroke={1.5} aria-hidden />
        {t('Laboratory')}
      </h3>
      <FourStates query={asked} loading={<Loading rows={2} height={32} />}>
        {(requests) =>
          ordersOf(requests).length > 0 ? (
            <AskedTests requests={requests} mayCancel={mayAsk} />
          ) : (
            chosen.tests.length === 0 && <p className="t3">{t('No tests requested in this visit.')}</p>
          )
        }
      </FourStates>
      <ChosenPanel
        chosen={chosen}
        current={current}
        gender={visit.gender}
        pregnancy={visit.pregnancy ?? null}
        failure={failure}
        onChange={change}
      />
      {mayAsk && <TestSearch chosen={chosen.tests} current={current} onTake={(test) => change({ kind: 'put', test })} />}
    </section>
  )
}
